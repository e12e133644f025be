"""What follows from a deal: rules, games, search, state graphs, analysis, proofs."""
