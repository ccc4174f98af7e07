"""torch.fx: graphs as torch.compile hands them to a back end and as symbolic tracing makes them."""
from torch.fx._symbolic_trace import Tracer, symbolic_trace, wrap
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.interpreter import Interpreter, Transformer
from torch.fx.node import Node, has_side_effect, map_arg
from torch.fx.proxy import Proxy
from torch.fx.subgraph_rewriter import replace_pattern
