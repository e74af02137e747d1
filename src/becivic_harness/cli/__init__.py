"""The harness as a command: JSON in and out for agents, `--text` for people, no question ever asked on a terminal."""
