"""`python -m becivic.cli`, the same as `becivic`."""

from becivic.cli import main

main()
