"""The form that a person fills in at the start of a procedure, composed on the server and kept nowhere."""
