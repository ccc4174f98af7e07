"""concurrent: the package of futures."""
