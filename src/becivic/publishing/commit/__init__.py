"""The commit job: what was staged a day ago becomes a row, a change request, or something a person must see first."""
