"""What Schemathesis does not know by itself: lines of JSON."""
import json

import schemathesis

LINES = "application/x-ndjson"


@schemathesis.serializer(LINES)
def write_lines(ctx, value):
    return {"data": json.dumps(value).encode() + b"\n"}


@schemathesis.deserializer(LINES)
def read_lines(ctx, response):
    lines = [json.loads(line) for line in response.content.splitlines()]
    return lines[-1] if ctx.case is not None and ctx.case.operation.method == "get" else lines[0]
