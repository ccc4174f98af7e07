"""urllib: parse. What asks the network is refused by name."""
