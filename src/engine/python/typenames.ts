/** Attributes that CPython's types have and the modelled ones lack, by type: refused likewise. */
export const UNMODELLED_ATTRIBUTES: Readonly<Record<string, string>> = {
  float: 'fromhex',
  bytes:
    'capitalize center count endswith expandtabs find index isalnum isalpha isascii isdigit islower isspace istitle isupper ' +
    'join ljust lower lstrip maketrans partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit ' +
    'rstrip split splitlines strip swapcase title translate upper zfill',
  generator: 'gi_code gi_suspended gi_yieldfrom',
};
