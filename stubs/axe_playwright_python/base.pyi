from typing import Any

class AxeResults:
    response: dict[str, Any]
    violations_count: int
    def generate_report(self) -> str: ...
