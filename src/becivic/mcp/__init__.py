"""The library as tools, resources, prompts and skills for agents that speak MCP: a thin overlay over the HTTP API (R-MCP-01).

Whatever a tool answers, a route of the API says; here it is asked for, bounded, made readable and told where it is from.
"""
