import { providerName } from '../nodes/Postiz/providers';
import type { Account, Change, Choices, Conversion, Remark, Where } from './types';

/** What a person should read after a conversion: how much was done, and what is left to do. */
export function report(
	{ converted, remarks, changes, accounts }: Conversion,
	{ answers = {} }: Choices = {},
): string {
	const nodes = `${converted} Postiz node${converted === 1 ? '' : 's'}`;
	const head = converted === 0 ? 'No node was converted.' : `${nodes} converted.`;
	const sections = [
		section('To choose', remarks, 'setup'),
		open(accounts.filter(({ id }) => answers[id] === undefined)),
		section('To do by hand', remarks, 'todo'),
		section('To look at', remarks, 'check'),
		rewritten(changes),
	].filter((text) => text !== '');
	const tail = remarks.length === 0 && converted > 0 ? ['Nothing is left to do.'] : [];
	return `${[head, ...sections, ...tail].join('\n\n')}\n`;
}

function section(title: string, remarks: Remark[], kind: Remark['kind']): string {
	// What holds for several nodes is said once.
	const alike = new Map<string, Remark[]>();
	for (const remark of remarks.filter((one) => one.kind === kind)) {
		const { workflow, inside, message, advice } = remark;
		const key = JSON.stringify([workflow, inside, message, advice]);
		alike.set(key, [...(alike.get(key) ?? []), remark]);
	}
	const lines = [...alike.values()].flatMap(([first, ...more]) => {
		if (!first) return [];
		return [`- ${placeOf([first, ...more])}: ${first.message}.\n  ${first.advice}`];
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
function rewritten(changes: Change[]): string {
	const lines = changes.map(
		(change) => `- ${placeOf([change])}: ${change.before}\n  is now ${change.after}`,
	);
	return lines.length === 0 ? '' : `Rewritten in other nodes:\n${lines.join('\n')}`;
}

/** Nodes of one workflow, and where they are. */
function placeOf([first, ...more]: [Where, ...Where[]]): string {
	const { workflow, inside } = first;
	const nodes = [first, ...more].map(({ node }) => `“${node}”`).join(', ');
	const holder = inside === undefined ? '' : ` inside “${inside}”`;
	return `${nodes}${holder}${workflow === undefined ? '' : ` in “${workflow}”`}`;
}
