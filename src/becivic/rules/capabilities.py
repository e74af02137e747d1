"""What an agent must be able to do before it may file something (schemas 6.7; R-CAP-01..05)."""

from __future__ import annotations

from enum import Enum, StrEnum


class Capability(StrEnum):
    """The ten declared tokens. `path_handoff` implies `path_traversal`."""

    FILE_READ = "file_read"
    STRUCTURED_OUTPUT = "structured_output"
    MULTI_TURN = "multi_turn"
    TOOL_EXECUTION = "tool_execution"
    WEB_FETCH = "web_fetch"
    PDF_GENERATION = "pdf_generation"
    VISION = "vision"
    LOCAL_FILESYSTEM = "local_filesystem"
    PATH_TRAVERSAL = "path_traversal"
    PATH_HANDOFF = "path_handoff"


class Tier(Enum):
    """Three rungs; each stands on the one before."""

    CONCERN = frozenset({Capability.MULTI_TURN, Capability.STRUCTURED_OUTPUT})
    FULL = CONCERN | {Capability.WEB_FETCH, Capability.TOOL_EXECUTION}
    DRAFT = FULL | {Capability.FILE_READ}

    @property
    def required(self) -> frozenset[Capability]:
        return frozenset(self.value)


def missing(tier: Tier, declared: list[str]) -> list[Capability]:
    """The tokens this tier needs and the declaration lacks, in the order of the table."""
    return [token for token in Capability if token in tier.required and token.value not in declared]


def remedy(tier: Tier) -> str:
    """The values that may be declared, those this tier needs, and where to set them."""
    allowed = ", ".join(f"`{token.value}`" for token in Capability)
    needed = ", ".join(f"`{token.value}`" for token in Capability if token in tier.required)
    return (
        f"Set the field `declared_capabilities` to a list that holds {needed} if your agent can do all of that (the "
        f"allowed values are {allowed}); over MCP it is the argument `declared_capabilities`, in the harness the option "
        "`--capability` of `becivic-harness session start`. Otherwise send a concern, which needs the fewest."
    )
