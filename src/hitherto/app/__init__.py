"""The hall: the only room that knows concrete adapters."""
