"""torch.version"""
__version__ = "2.13.0"
debug = False
cuda = None
git_version = ""
hip = None
xpu = None
