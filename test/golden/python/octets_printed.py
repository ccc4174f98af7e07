# bytes as they print, alone and inside others, without any of their methods.
print(b'ab\x00\n\'"', [b'', b"it's"], {b'k': (b'\xff\\',)}, repr(b'\t\r~\x7f'))
try:
    int(b'x1')
except ValueError as e:
    print(e)
