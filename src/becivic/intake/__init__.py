"""The write path: what somebody sends is judged stage by stage, then staged or applied in one transaction (privacy 8.3).

It knows the corpus, the records and an address for as long as a request lasts; nothing of HTTP.
"""
