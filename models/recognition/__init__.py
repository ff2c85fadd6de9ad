"""The likeliest cube that shows measured colours."""
