/** A place in code that reads a field of an item, or the whole item. */
export interface Access {
	start: number;
	end: number;
	/** Where the path begins: right behind `json`. */
	at: number;
	/** The node that it names; undefined for the input of the node that the code belongs to. */
	node?: string;
	path: string[];
}

const SPACE = '\\s*';
const QUOTED = `'(?:[^'\\\\]|\\\\.)*'|"(?:[^"\\\\]|\\\\.)*"|\`[^\`$]*\``;
const ARGUMENTS = `\\((?:[^()]|\\([^()]*\\))*\\)`;
const INDEX = `\\[(?:[^\\[\\]])*\\]`;
const DOT = `${SPACE}\\??\\.${SPACE}`;
const JSON_KEY = `(?:${DOT}json\\b|${SPACE}\\[${SPACE}["']json["']${SPACE}\\])`;
const ONE = `(?:${DOT}(?:item\\b|(?:first|last|itemMatching)${SPACE}${ARGUMENTS}|all${SPACE}${ARGUMENTS}${SPACE}${INDEX}))`;
const CALLED = `\\$\\(${SPACE}(?<called>${QUOTED})${SPACE}\\)`;
const LISTED = `\\$items\\(${SPACE}(?<listed>${QUOTED})[^()]*\\)`;
const OLD = `\\$node(?:${SPACE}\\[${SPACE}(?<old>${QUOTED})${SPACE}\\]|\\.(?<plain>\\w+))`;

const ANCHORS = [
	`${CALLED}${ONE}${JSON_KEY}`,
	`${LISTED}${SPACE}${INDEX}${JSON_KEY}`,
	`${OLD}${JSON_KEY}`,
	`\\$input${ONE}${JSON_KEY}`,
	'\\$json\\b',
].map((source) => new RegExp(source, 'y'));

const COLLECTIONS = [
	`${CALLED}${DOT}all${SPACE}${ARGUMENTS}(?!${SPACE}\\[)`,
	`${LISTED}(?!${SPACE}\\[)`,
	`\\$input${DOT}all${SPACE}${ARGUMENTS}(?!${SPACE}\\[)`,
].map((source) => new RegExp(source, 'g'));

const ACCESSOR = new RegExp(
	`${SPACE}(?:\\??\\.${SPACE}(?<name>[A-Za-z_$][\\w$]*)(?!${SPACE}\\(|[\\w$])|(?:\\?\\.)?\\[${SPACE}(?:(?<key>${QUOTED})|(?<index>\\d+))${SPACE}\\])`,
	'y',
);

/** All places in code that read an item of the input, or of a node by its name. */
export function accessesIn(code: string): Access[] {
	const found: Access[] = [];
	for (let at = code.indexOf('$'); at !== -1; at = code.indexOf('$', at + 1)) {
		const access = /[\w$]/.test(code.charAt(at - 1)) ? undefined : accessAt(code, at);
		if (access) found.push(access);
	}
	return found;
}

function accessAt(code: string, start: number): Access | undefined {
	for (const anchor of ANCHORS) {
		anchor.lastIndex = start;
		const match = anchor.exec(code);
		if (!match) continue;
		const at = anchor.lastIndex;
		const { path, end } = pathAt(code, at);
		return { start, at, end, path, node: nameIn(match.groups) };
	}
	return undefined;
}

/** The path of names and indexes that stands at a place in code, and where it ends. */
function pathAt(code: string, at: number): { path: string[]; end: number } {
	const path: string[] = [];
	let end = at;
	for (;;) {
		ACCESSOR.lastIndex = end;
		const { name, key, index } = ACCESSOR.exec(code)?.groups ?? {};
		const part = name ?? index ?? (key === undefined ? undefined : unquoted(key));
		if (part === undefined) return { path, end };
		path.push(part);
		end = ACCESSOR.lastIndex;
	}
}

/** The nodes of which code takes all items at once; undefined among them stands for the input. */
export function collectionsIn(code: string): Array<string | undefined> {
	return COLLECTIONS.flatMap((collection) =>
		[...code.matchAll(collection)].map(({ groups }) => nameIn(groups)),
	);
}

function nameIn({ called, listed, old, plain }: Record<string, string | undefined> = {}) {
	const quoted = called ?? listed ?? old;
	return quoted === undefined ? plain : unquoted(quoted);
}

const unquoted = (text: string) => text.slice(1, -1).replace(/\\(.)/gs, '$1');

const NAMING = new RegExp(
	`(\\$\\(\\s*|\\$items\\(\\s*|\\$node\\s*\\[\\s*)(${QUOTED})|\\$node\\.(\\w+)`,
	'g',
);

/** The code with other names of nodes; `nameOf` returns the new one, or undefined if it stays. */
export function renameNodes(code: string, nameOf: (name: string) => string | undefined): string {
	return code.replace(NAMING, (all, before: string, quoted: string | undefined, plain: string) => {
		const now = nameOf(quoted === undefined ? plain : unquoted(quoted));
		if (now === undefined) return all;
		if (quoted === undefined) return `$node[${JSON.stringify(now)}]`;
		const quote = quoted.charAt(0);
		const escaped = now.replace(/[\\'"`]/g, (letter) =>
			letter === quote || letter === '\\' ? `\\${letter}` : letter,
		);
		return `${before}${quote}${escaped}${quote}`;
	});
}

/** A path as code, to stand behind an item. */
export function pathCode(path: string[]): string {
	return path
		.map((part) =>
			/^\d+$/.test(part)
				? `[${part}]`
				: /^[A-Za-z_$][\w$]*$/.test(part)
					? `.${part}`
					: `[${JSON.stringify(part)}]`,
		)
		.join('');
}
