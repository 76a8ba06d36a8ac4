import { VERDICTS } from '../../kit/runner/clause.ts'

/** Hides clauses of other verdicts than the chosen one. */
const VERDICTS_SHOWN = [...VERDICTS, 'waived', 'known']
  .map(
    (verdict) =>
      `body:has(.counts [value=${verdict}]:checked) [data-verdict]:not([data-verdict=${verdict}]){display:none}`,
  )
  .join('\n')

/**
 * Style sheet of the HTML report, light and dark. Text has a contrast of at least 4.5 with its background.
 * The filter by verdict needs no script.
 */
export const STYLE = `
:root{color-scheme:light dark;--background:#fff;--surface:#f6f8fa;--text:#1f2328;--muted:#59636e;--line:#d1d9e0;--ok:#1a7f37;--bad:#c5221f;--note:#0b60c4;--warn:#8a5a00}
@media(prefers-color-scheme:dark){:root{--background:#0d1117;--surface:#161b22;--text:#e6edf3;--muted:#9da7b1;--line:#30363d;--ok:#3fb950;--bad:#ff7b72;--note:#6cb6ff;--warn:#d9a520}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem 1rem 4rem;background:var(--background);color:var(--text)}
.verdict{font-weight:700;font-size:1.6rem;line-height:1.3;margin:0;overflow-wrap:anywhere}
h1{font-size:1.1rem;font-weight:600;margin:.2rem 0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:2rem 0 .4rem}h3{font-size:1rem;margin:1.2rem 0 .3rem;overflow-wrap:anywhere}
small,.facts,footer,.address{color:var(--muted);font-weight:normal}
.facts{margin:.2rem 0;font-size:.9rem}
.counts{display:flex;flex-wrap:wrap;gap:.5rem;border:0;padding:0;margin:1rem 0}.counts legend{padding:0;color:var(--muted)}
.counts label{border:1px solid var(--line);border-radius:1rem;padding:.1rem .8rem;cursor:pointer}.counts input{margin:0 .4rem 0 0}
nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem}
ol{overflow-wrap:anywhere}
a{color:var(--note)}
code,pre{font:.85rem/1.45 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
.clause{border-top:1px solid var(--line)}.line>*,td,code{min-width:0;overflow-wrap:anywhere}.passes>summary{padding:.45rem 0;border-top:1px solid var(--line)}
.line{margin:0;display:grid;grid-template-columns:6rem 1fr;gap:0 .5rem;padding:.45rem 0;list-style:none}summary{cursor:pointer}
summary.line::-webkit-details-marker{display:none}
summary.line:hover,.exchange>summary:hover{background:var(--surface)}
.address{grid-column:2;font-size:.85rem;overflow-wrap:anywhere}
.detail{margin:0 0 1rem 6.5rem}
.detail p{margin:.3rem 0}
.exchange{margin:.2rem 0}.exchange>summary{cursor:pointer;font-size:.9rem;overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .8rem;margin:.3rem 0}
dt{color:var(--muted)}dd{margin:0;overflow-wrap:anywhere}
blockquote{margin:.3rem 0;padding-left:.8rem;border-left:3px solid var(--line);color:var(--muted)}ol{margin:.3rem 0;padding-left:1.5rem}
pre{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;margin:.5rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
.passed{color:var(--ok)}.failed,.broken{color:var(--bad)}.observed{color:var(--note)}.warned,.advised,.waived,.known{color:var(--warn)}.skipped{color:var(--muted)}
.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}
td,th{text-align:left;padding:.3rem .8rem .3rem 0;border-top:1px solid var(--line);font-size:.9rem}th{color:var(--muted);font-weight:600;border:0}
:focus-visible{outline:2px solid var(--note);outline-offset:2px}
footer{margin-top:3rem;font-size:.85rem}
@media(max-width:40rem){.line,dl{grid-template-columns:minmax(0,1fr)}.address,.detail{grid-column:1;margin-left:0}}
${VERDICTS_SHOWN}
`
