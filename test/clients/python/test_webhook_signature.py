"""The snippet of the guide on the vectors whose service chose the defaults."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from webhook_signature import is_genuine

VECTORS = json.loads(Path("webhook-signatures.json").read_text(encoding="utf-8"))["vectors"]


@pytest.mark.parametrize("vector", [each for each in VECTORS if not each["profile"]], ids=lambda each: each["name"])
def test_vector(vector):
    now = datetime.fromisoformat(vector["now"])
    assert is_genuine(vector["headers"], vector["secret"], now) == vector["verified"]
