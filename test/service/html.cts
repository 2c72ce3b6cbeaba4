const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Text (nothing for undefined and null) that is safe inside HTML and its attributes. */
export const escapeHtml = (value: unknown) =>
	String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character]);

const STYLE = `
:root { color-scheme: light dark; --line: #d6d3d1; --soft: #f5f5f4; --mark: #7c2d12; --dim: #57534e; --bad: #b91c1c; --good: #166534; --wait: #1d4ed8; }
@media (prefers-color-scheme: dark) { :root { --line: #57534e; --soft: #292524; --mark: #fdba74; --dim: #a8a29e; --bad: #fca5a5; --good: #86efac; --wait: #93c5fd; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; } h3 { font-size: .9rem; margin: 0; }
.notice, article { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.notice { background: var(--soft); } .dim { color: var(--dim); font-size: .875rem; }
p { margin: .5rem 0; } p.dim { margin: .75rem 0 .25rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; } code { user-select: all; }
header { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.face { width: 2rem; height: 2rem; border-radius: 50%; }
.badge { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; color: var(--mark); }
.state-PUBLISHED { color: var(--good); border-color: currentColor; } .state-QUEUE { color: var(--wait); border-color: currentColor; }
.state-ERROR { color: var(--bad); border-color: currentColor; font-weight: 600; } .state-DRAFT { border-style: dashed; }
.problem { color: var(--bad); border-left: 3px solid; padding-left: .75rem; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
.part { border-left: 3px solid var(--line); padding-left: .75rem; margin-top: .75rem; }
.media { display: flex; flex-wrap: wrap; gap: .75rem; } figure { margin: 0; max-width: 14rem; }
figcaption { overflow-wrap: anywhere; } .media img, .media video { max-width: 100%; max-height: 10rem; border-radius: .5rem; }
pre { background: var(--soft); padding: .5rem .75rem; border-radius: .5rem; margin: .25rem 0; font-size: .8rem; white-space: pre-wrap; overflow-wrap: anywhere; }
nav { display: flex; gap: .75rem; align-items: baseline; margin: .25rem 0; } nav > span { flex: 0 0 4rem; }
nav ul { flex: 1; display: flex; flex-wrap: wrap; gap: .25rem .75rem; list-style: none; margin: 0; padding: 0; }
nav a { display: inline-flex; gap: .3rem; align-items: baseline; }
nav [aria-current] { font-weight: 600; text-decoration: none; color: inherit; } .count { color: var(--dim); font-size: .8rem; font-weight: 400; }
a { color: var(--wait); } main > p.dim { margin: 2rem 0; text-align: center; }
@media (max-width: 36rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } nav { flex-direction: column; gap: 0; } nav > span { flex: none; } }
.boxes { columns: 16rem; list-style: none; margin: 0; padding: 0; } .actions { display: flex; gap: .5rem; margin-top: .5rem; }
fieldset { border: 1px solid var(--line); border-radius: .5rem; }
button, input { font: inherit; padding: .4rem .8rem; border-radius: .5rem; border: 1px solid var(--dim); max-width: 100%; }
button { cursor: pointer; } :focus-visible { outline: 3px solid var(--wait); outline-offset: 2px; }
`;

/** A whole page; `body` is HTML, `refreshSeconds` makes it load itself again. */
export const htmlPage = (title: string, body: string, refreshSeconds?: number) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
${body}
</body></html>`;
