"""`/api/docs`: every route with its examples, one plain page made from the OpenAPI document."""

import json
from html import escape
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

router = APIRouter(include_in_schema=False)

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #222; background: #fff; }
h2 { margin: 2.5rem 0 0; font-size: 1.05rem; border-top: 1px solid #ddd; padding-top: 1rem; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { background: #f4f4f0; padding: .7rem 1rem; overflow-x: auto; border-radius: 6px; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .1rem 1.2rem .1rem 0; }
.verb { display: inline-block; min-width: 4.5rem; color: #1c6b4a; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181816; }
  pre { background: #252522; } h2 { border-color: #444; } .verb { color: #7fcfa8; } }
"""


@router.get("/docs")
def docs(request: Request) -> Response:
    """The page."""
    return HTMLResponse(page(request.app.openapi()))


@router.get("/docs.css")
def style() -> Response:
    """How it looks; the page's policy allows no style inside it."""
    return Response(STYLE, media_type="text/css")


def page(document: dict[str, Any]) -> str:
    """The OpenAPI document as a page for people."""
    info = document["info"]
    parts = [
        f"<h1>{escape(info['title'])}</h1>",
        f"<p>{escape(info['description'])}</p>",
        '<p>For programs: <a href="/api/openapi.json">openapi.json</a></p>',
    ]
    for path, verbs in document["paths"].items():
        parts += [_operation(document, path, verb, what) for verb, what in verbs.items()]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{escape(info["title"])}</title><link rel="stylesheet" href="/api/docs.css">'
        f"<body>{''.join(parts)}</body></html>"
    )


def _operation(document: dict[str, Any], path: str, verb: str, what: dict[str, Any]) -> str:
    parts = [
        f'<h2><code><span class="verb">{verb.upper()}</span>{escape(path)}</code></h2>',
        f"<p>{escape(what.get('description', what.get('summary', '')))}</p>",
    ]
    if parameters := what.get("parameters"):
        rows = [
            f"<tr><td><code>{escape(each['name'])}</code><td>{escape(each['in'])}"
            f"<td>{escape(each.get('description', ''))}<td><code>{escape(_example(each))}</code>"
            for each in parameters
        ]
        parts.append(f"<table><tr><th>name<th>in<th><th>such as{''.join(rows)}</table>")
    if body := what.get("requestBody"):
        parts.append(_shown("Request", document, body["content"]["application/json"]))
    for status, answer in what["responses"].items():
        content = answer.get("content", {}).get("application/json", {})
        if status.startswith("2") and content:
            parts.append(_shown(f"Answer {status}", document, content))
    return "".join(parts)


def _example(parameter: dict[str, Any]) -> str:
    examples = parameter.get("schema", {}).get("examples") or parameter.get("examples") or [""]
    return str(examples[0])


def _shown(title: str, document: dict[str, Any], schema: dict[str, Any]) -> str:
    examples = schema.get("examples") or ([schema["example"]] if "example" in schema else [])
    if isinstance(examples, dict):
        examples = [each["value"] for each in examples.values()]
    inner = schema.get("schema", schema)
    if "$ref" in inner:
        named = document["components"]["schemas"][inner["$ref"].rpartition("/")[2]]
        examples = examples or named.get("examples", [])
    if not examples:
        return ""
    texts = [escape(json.dumps(each, indent=1, ensure_ascii=False)) for each in examples]
    return f"<p>{title}</p>" + "".join(f"<pre>{text}</pre>" for text in texts)
