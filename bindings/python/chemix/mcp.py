# SPDX-License-Identifier: Apache-2.0
"""A server of the Model Context Protocol: ``pip install "chemix-engine[mcp]"``.

Programs with a language model, such as assistants, play the games through it. ``chemix mcp`` serves
one of them on standard input and output; :func:`server` makes the same server for a program.

>>> import chemix.mcp
>>> chemix.mcp.server(language="de").name
'chemix'
"""

from chemix.lab.mcp_server import server

__all__ = ["server"]
