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
:root { color-scheme: light dark; --line: #d6d3d1; --soft: #f5f5f4; --mark: #7c2d12; --dim: #57534e; }
@media (prefers-color-scheme: dark) { :root { --line: #44403c; --soft: #292524; --mark: #fdba74; --dim: #a8a29e; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 0; }
.notice, article { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.notice { background: var(--soft); } .dim { color: var(--dim); font-size: .875rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: .5rem 0 0; }
dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; } code { user-select: all; }
header { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.badge { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .8rem; color: var(--mark); }
.text { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
.part { border-left: 3px solid var(--line); padding-left: .75rem; margin-top: .75rem; }
.media { display: flex; flex-wrap: wrap; gap: .5rem; } .media img, .media video { max-width: 10rem; max-height: 8rem; border-radius: .5rem; }
pre { background: var(--soft); padding: .5rem .75rem; border-radius: .5rem; overflow: auto; font-size: .8rem; }
button { font: inherit; padding: .4rem 1.2rem; border-radius: .5rem; border: 1px solid var(--line); cursor: pointer; }
`;

/** A whole page; `body` is HTML, `refreshSeconds` makes it load itself again. */
export const htmlPage = (title: string, body: string, refreshSeconds?: number) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${refreshSeconds ? `<meta http-equiv="refresh" content="${refreshSeconds}">` : ''}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>
${body}
</body></html>`;
