import { providerName } from '../nodes/Postiz/providers';
import type { Account, Change, Choices, Conversion, Remark, Where } from './types';

/** What a person should read after a conversion: how much was done, and what is left to do. */
export function report(
	{ converted, remarks, changes, accounts }: Conversion,
	{ answers = {} }: Choices = {},
): string {
	const nodes = `${converted} node${converted === 1 ? '' : 's'}`;
	const places = [...remarks, ...changes];
	const [workflow, ...others] = new Set(places.map((place) => place.workflow));
	const isOne = workflow !== undefined && others.length === 0;
	const where = isOne ? ` in “${workflow}”` : '';
	const head = converted === 0 ? 'No node was converted.' : `${nodes} converted${where}.`;
	const nameOf = (all: [Where, ...Where[]]) => placeOf(all, isOne && converted > 0);
	const sections = [
		section('To choose', remarks, 'setup', nameOf),
		open(accounts.filter(({ id }) => answers[id] === undefined)),
		section('To do by hand', remarks, 'todo', nameOf),
		section('To look at', remarks, 'check', nameOf),
		rewritten(changes, nameOf),
	].filter((text) => text !== '');
	const tail = remarks.length === 0 && converted > 0 ? ['Nothing is left to do.'] : [];
	return `${[head, ...sections, ...tail].join('\n\n')}\n`;
}

type NameOf = (places: [Where, ...Where[]]) => string;

function section(title: string, remarks: Remark[], kind: Remark['kind'], nameOf: NameOf): string {
	// What holds for several nodes is said once.
	const alike = new Map<string, Remark[]>();
	for (const remark of remarks.filter((one) => one.kind === kind)) {
		const { workflow, inside, message, advice } = remark;
		const key = JSON.stringify([workflow, inside, message, advice]);
		alike.set(key, [...(alike.get(key) ?? []), remark]);
	}
	const lines = [...alike.values()].flatMap(([first, ...more]) => {
		if (!first) return [];
		return [`- ${nameOf([first, ...more])}: ${first.message}.\n  ${first.advice}`];
	});
	return lines.length === 0 ? '' : `${title}:\n${lines.join('\n')}`;
}

/** How to say which channels accounts become, for the next time. */
function open(accounts: Account[]): string {
	const lines = accounts.map(
		({ id, label, network }) => `- --channel "${id}=…" for ${label} (${providerName(network)})`,
	);
	return lines.length === 0
		? ''
		: `To have channels filled in, convert again with their names or IDs:\n${lines.join('\n')}`;
}

/** What was rewritten in nodes that read what converted ones output. */
function rewritten(changes: Change[], nameOf: NameOf): string {
	const lines = changes.map(
		(change) => `- ${nameOf([change])}: ${change.before}\n  is now ${change.after}`,
	);
	return lines.length === 0 ? '' : `Rewritten in other nodes:\n${lines.join('\n')}`;
}

/** Nodes of one workflow, and where they are; `isTold` if the workflow is named already. */
function placeOf([first, ...more]: [Where, ...Where[]], isTold: boolean): string {
	const { workflow, inside } = first;
	const nodes = [first, ...more].map(({ node }) => `“${node}”`).join(', ');
	const holder = inside === undefined ? '' : ` inside “${inside}”`;
	return `${nodes}${holder}${workflow === undefined || isTold ? '' : ` in “${workflow}”`}`;
}
