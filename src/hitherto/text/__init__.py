"""The workshop: pure functions, text in, values out."""
