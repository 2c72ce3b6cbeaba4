import { providerName } from '../nodes/Postiz/providers';
import type { Account, Choices, Conversion, Remark, Where } from './types';

const SECTIONS: Array<[Remark['kind'], string]> = [
	['setup', 'To choose'],
	['todo', 'To do by hand'],
	['check', 'To look at'],
];

/** What a person should read after a conversion: how much was done, and what is left to do. */
export function report(
	{ converted, remarks, changes, accounts }: Conversion,
	{ answers = {} }: Choices = {},
): string {
	const names = [...new Set([...remarks, ...changes].map(({ workflow }) => workflow))];
	const [only, ...more] = names;
	const nodes = converted === 0 ? 'No node was' : converted === 1 ? '1 node' : `${converted} nodes`;
	const where = only !== undefined && more.length === 0 ? ` in “${only}”` : '';
	const parts = names.flatMap((name) => {
		const isOwn = ({ workflow }: Where) => workflow === name;
		return [
			...(more.length > 0 ? [name === undefined ? 'Elsewhere:' : `In “${name}”:`] : []),
			...SECTIONS.map(([kind, title]) =>
				section(
					title,
					grouped(remarks.filter((one) => isOwn(one) && one.kind === kind)).map(lineOf),
				),
			),
			section(
				'Rewritten in other nodes',
				changes
					.filter(isOwn)
					.map((change) => `- ${nameOf([change])}: ${change.before} → ${change.after}`),
			),
		];
	});
	const open = accounts.filter(({ id }) => answers[id] === undefined).map(optionOf);
	const all = [
		`${nodes} converted${where}.`,
		...parts,
		section('To have channels filled in, convert again with their names or IDs', open),
		remarks.length === 0 && converted > 0 ? 'Nothing is left to do.' : '',
	];
	return `${all.filter((text) => text !== '').join('\n\n')}\n`;
}

/** Remarks that say the same, together. */
export function grouped(remarks: Remark[]): Array<[Remark, ...Remark[]]> {
	const alike = new Map<string, [Remark, ...Remark[]]>();
	for (const remark of remarks) {
		const key = JSON.stringify([remark.message, remark.advice]);
		const known = alike.get(key);
		if (known) known.push(remark);
		else alike.set(key, [remark]);
	}
	return [...alike.values()];
}

const section = (title: string, lines: string[]) =>
	lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;

function lineOf(all: [Remark, ...Remark[]]): string {
	const [{ message, advice }] = all;
	const then = advice === 'Nothing has to be done.' ? '' : ` ${advice}`;
	return `- ${nameOf(all)}: ${message}.${then}`;
}

const nameOf = (places: Where[]) =>
	places
		.map(({ node, inside }) => `“${node}”${inside === undefined ? '' : ` inside “${inside}”`}`)
		.join(', ');

/** How to say which channel an account becomes, for the next time. */
const optionOf = ({ id, label, network }: Account) =>
	`- --channel "${id}=…" for ${label} (${providerName(network)})`;
