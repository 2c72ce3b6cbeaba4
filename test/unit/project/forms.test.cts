import { join } from 'node:path';

import { config } from '@n8n/node-cli/eslint';
import { ESLint, type Linter } from 'eslint';
import type { INodeProperties } from 'n8n-workflow';

import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { PostizTrigger } from '../../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { ROOT } from '../../harness/paths.cjs';

const PLUGIN = 'n8n-nodes-base/';

/** What the forms do on purpose, by rule: the fields at the top of the form, or what the rule says. */
const ON_PURPOSE: Record<string, Array<string | RegExp>> = {
	// What people need most comes first; Delete is last where it would begin the list.
	'node-param-options-type-unsorted-items': [
		'Resource',
		/ X \(Twitter\) \| /,
		/Order: Delete \| Find Free Slot \| /,
		/Order: Create \| Create From JSON \| /,
	],
	// In the order in which a person fills them in.
	'node-param-fixed-collection-type-unsorted-items': [
		/ Source \| Uploaded File \| URL/,
		'Network Settings',
	],
	// The rule wants “Get many posts with their i ds and states”.
	'node-param-operation-option-action-miscased': ['Operation'],
	// Nothing is chosen at first: no network is more likely than another.
	'node-param-default-wrong-for-options': ['Network Settings'],
	// Fields of a network are called what the network calls them.
	'node-param-display-name-wrong-for-dynamic-multi-options': ['Network Settings'],
	'node-param-description-wrong-for-dynamic-multi-options': ['Network Settings'],
	// Elsewhere the same fields are required.
	'node-param-required-false': ['Filters', 'Network Settings'],
};

/** n8n adds it to every trigger that polls. */
const POLL_TIMES = 'pollTimes';

// In the source most fields come from constructors, where the rules don't see them.
test('the forms that n8n gets follow the rules for fields', async () => {
	const properties = [new Postiz(), new PostizTrigger()]
		.flatMap(({ description }) => description.properties)
		.filter(({ name }) => name !== POLL_TIMES);
	const lines = [
		"import type { INodeProperties } from 'n8n-workflow';",
		'export const properties: INodeProperties[] = [',
	];
	const owners = new Map<number, INodeProperties>();
	for (const property of properties) {
		// The rules know keys without quotation marks only.
		const source = JSON.stringify(property, null, '\t').replace(/^(\s*)"(\w+)":/gm, '$1$2:');
		for (const line of `${source},`.split('\n')) owners.set(lines.push(line), property);
	}
	const eslint = new ESLint({
		cwd: ROOT,
		overrideConfigFile: true,
		overrideConfig: config as Linter.Config[],
	});
	const results = await eslint.lintText([...lines, '];'].join('\n'), {
		filePath: join(ROOT, 'nodes', 'Postiz', 'Form.ts'),
	});
	const messages = results.flatMap((result) => result.messages);
	const found = messages.flatMap(({ ruleId, message, line }) => {
		const rule = ruleId?.startsWith(PLUGIN) ? ruleId.slice(PLUGIN.length) : undefined;
		if (!rule && ruleId) return [];
		const { displayName = 'Forms' } = owners.get(line) ?? {};
		const isOnPurpose = (ON_PURPOSE[rule ?? ''] ?? []).some((known) =>
			typeof known === 'string' ? known === displayName : known.test(message),
		);
		return isOnPurpose
			? []
			: [`${displayName}: ${message} (${rule ?? 'error'})\n\t${lines[line - 1]?.trim()}`];
	});
	expect(owners.size).toBeGreaterThan(properties.length);
	expect(found).toEqual([]);
});
