"""Modules that work on bytes."""
import struct
print(struct.pack("<IHf", 1, 2, 1.5), struct.unpack("<I", b"\x01\0\0\0"), struct.calcsize(">QB"), struct.pack(">d", 3.14), struct.pack("4s", b"ab"), struct.unpack("<2h", b"\1\0\2\0"), struct.pack("?b", True, -3))
try: struct.unpack("<I", b"a")
except struct.error as e: print(e)
import hashlib
print(hashlib.md5(b"abc").hexdigest(), hashlib.sha256(b"abc").hexdigest(), hashlib.sha1(b"").hexdigest()); h = hashlib.sha256(); h.update(b"a"); h.update(b"bc"); print(h.hexdigest(), h.digest()[:4], h.name, hashlib.sha512(b"a").hexdigest()[:20], hashlib.new("md5", b"x").hexdigest(), hashlib.sha224(b"x").hexdigest())
import base64, binascii, zlib
print(base64.b64encode(b"hello"), base64.b64decode("aGVsbG8="), base64.urlsafe_b64encode(b"\xff\xfe"), base64.b16encode(b"a"), binascii.hexlify(b"ab"), base64.b32encode(b"abc"), zlib.crc32(b"abc"))
import uuid
print(uuid.UUID(int=5), uuid.UUID("12345678123456781234567812345678").hex, uuid.uuid5(uuid.NAMESPACE_DNS, "x"))
