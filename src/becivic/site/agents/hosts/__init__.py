"""The one table of programs that speak MCP, and how each is told of a server.

Every form was found in documentation as of November 2026, the makers' or that of others who connect to them; a host
whose form could not be found is not here. Menus move: where one does, this is the place to mend.
"""
