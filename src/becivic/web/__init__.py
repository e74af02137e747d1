"""What every face that speaks HTTP shares: prepared answers, problems, the guard around requests, the server."""
