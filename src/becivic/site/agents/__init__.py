"""What agents and crawlers fetch that is no page: the manifest, triggers, indexes, feeds, well-known files. All pure."""
