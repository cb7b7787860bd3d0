"""The words every other room speaks: values, sockets and errors, without any I/O."""
