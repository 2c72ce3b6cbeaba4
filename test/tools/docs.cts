/**
 * Writes the pages under docs/ that are made from the code: `pnpm run docs`. A test compares the
 * pages with what this returns, so that they never grow stale. Adds new names to those that saved workflows hold.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { describeLimit, isLimit, MEASURES } from '../../nodes/Postiz/networks/limits';
import { findNetwork, isPrimary, allNetworks, getTextRules } from '../../nodes/Postiz/networks';
import type { Network, SettingField, TextForm } from '../../nodes/Postiz/networks/networkTypes';
import { resources } from '../../nodes/Postiz/actions';
import { PostizTrigger } from '../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { table } from '../harness/table.cjs';
import { formOf } from '../networks/forms.cjs';
import { savedNames } from '../shared/names.cjs';
import { shownIn } from '../shared/operationForm.cjs';

const ROOT = resolve(__dirname, '..', '..');
const NAMES = join(ROOT, 'test/fixtures/names.txt');

/** The pages that are made from the code, by their path in the project. */
export function pages(): Record<string, string> {
	return {
		'docs/operations.md': operationsPage(),
		'docs/providers.md': providersPage(),
	};
}

const paragraphs = (...parts: string[]) => `${parts.filter(Boolean).join('\n\n')}\n`;
const code = (value: unknown) => `\`${String(value)}\``;
const anchor = (heading: string) =>
	heading
		.toLowerCase()
		.replace(/[^\w\- ]/g, '')
		.replace(/ /g, '-');
const linked = (heading: string) => `[${heading}](#${anchor(heading)})`;

const list = (entries: string[]) => entries.map((entry) => `- ${entry}`).join('\n');

const TEXT_FORMS: Record<TextForm, string> = {
	plain: 'Plain text',
	markdown: 'Markdown',
	html: 'HTML',
	telegram: 'Lines, bold and underlined text',
	x: 'Plain text, HTML in articles',
};

const characters = ({ maxLength, maxLengthNote }: Network) =>
	[
		maxLength === undefined ? 'no limit' : maxLength.toLocaleString('en'),
		maxLengthNote && `(${maxLengthNote})`,
	]
		.filter(Boolean)
		.join(' ');

function providersPage(): string {
	return paragraphs(
		'# The networks and their settings',
		'What each network takes, the settings that Postiz gets, and what the node checks before it spends a request. `pnpm run docs` generates this page from the node.',
		'In Post > Create, choose the network under Network Settings. Required settings, and those that you pick from a list, appear at once; all others are behind Add Setting. Without an entry for a network, its posts get the defaults. The form describes each setting. Its key is the name in the API of Postiz, for Settings (JSON) and Post > Create From JSON.',
		list([
			'A title that comes “from the text” can stay empty: the post then gets the first line of the text.',
			'Where you choose from a list, a name from it works in an expression or in JSON, too. Where you can only search (for communities, places and sounds), enter the ID.',
			'If a list says “ID and name”, a value that you enter needs both: the ID, a bar and the name, such as `301 | coffee`.',
			'For a file, enter the name of a binary field, a web address, or the output of Media > Upload.',
		]),
		"_Characters_ are those of each part of a post. On a network without threads, a post with a thread is refused, unless the option **If a Post Doesn't Fit a Channel** makes it one post. A draft goes out, with a note of what must change before it can be scheduled. A cover is the picture that stands for a video: **Cover** and **Cover Timestamp (Seconds)** are Details of a file.",
		'## What each network takes',
		table(
			['Network', 'Identifier', 'Text', 'Characters', 'Thread', 'Covers'],
			allNetworks.map((provider) => [
				linked(provider.displayName),
				[provider.identifier, ...(provider.aliases ?? [])].map(code).join(', '),
				TEXT_FORMS[getTextRules(provider, {}).textForm],
				characters(provider),
				provider.ignoresThreads ? 'no' : 'yes',
				provider.coverNote ?? '',
			]),
		),
		...allNetworks.map(providerSection),
	)
		.trimEnd()
		.concat('\n');
}

const SUBJECTS = {
	text: 'Text',
	files: 'Files',
	picture: 'Pictures',
	video: 'Videos',
	day: 'Dates',
	settings: 'Settings',
};
const PLACES = { post: 'in the post itself', thread: 'in a thread' };
const CONSEQUENCES = ['Refused', 'Refused, unless you skip validation', 'Only noted'];

/** What the rules of a network besides its length check, by what it is about and what happens to a post that breaks it. */
function ruleRows({ rules = [] }: Network): string[][] {
	const found = rules.map((rule) => {
		const consequence = rule.note ? 2 : rule.mayPass ? 1 : 0;
		if (!isLimit(rule))
			return { about: 'settings', consequence, says: `${rule.field} ${rule.problem}` };
		const about = MEASURES[rule.measure].appliesTo;
		const place = rule.in && /text|files/.test(about) && PLACES[rule.in];
		const words = [
			describeLimit(rule),
			rule.onlyWith && 'beside a file',
			rule.when?.description ?? place,
		];
		const says = words.filter(Boolean).join(' ');
		const isObvious = !rule.note || /^\w+ may refuse/.test(rule.note);
		return { about, consequence, says: isObvious ? says : `${says} (${rule.note})` };
	});
	return Object.entries(SUBJECTS).flatMap(([subject, label]) => {
		const own = found.filter(({ about }) => about === subject);
		const cells = CONSEQUENCES.map((_name, index) =>
			own
				.filter(({ consequence }) => consequence === index)
				.map(({ says }) => says)
				.join('; '),
		);
		return own.length > 0 ? [[label, ...cells]] : [];
	});
}

const tableOf = (head: string[], rows: string[][]) => (rows.length > 0 ? table(head, rows) : '');

const fieldRowsOf = ({ fields }: Network) =>
	[...fields.filter(isPrimary), ...fields.filter((field) => !isPrimary(field))].flatMap((field) =>
		fieldRows(field, fields),
	);

function providerSection(provider: Network): string {
	const { displayName, identifier, onlyDrafts } = provider;
	const { settings } = formOf(identifier);
	const parts = [
		onlyDrafts ? 'Postiz takes only drafts: choose _Save as Draft_, and schedule it there.' : '',
		tableOf(['Setting', 'Key', 'Needed', 'Values'], fieldRowsOf(provider)),
		tableOf(['About', ...CONSEQUENCES], ruleRows(provider)),
		Object.keys(settings).length > 0
			? `Minimum as JSON: ${code(JSON.stringify({ __type: identifier, ...settings }))}`
			: '',
	];
	return paragraphs(`## ${displayName}`, ...parts).trimEnd();
}

interface Outer {
	label: string;
	key: string;
}

function fieldRows(field: SettingField, siblings: SettingField[], outer?: Outer): string[][] {
	if (field.isFormOnly) return [];
	const label = [outer?.label, field.displayName].filter(Boolean).join(' › ');
	const key = [outer?.key, field.name].filter(Boolean).join('.');
	const inner = field.nested?.fields ?? [];
	const innerKey = field.typeOptions?.multipleValues ? `${key}[].value` : key;
	return [
		[label, code(key), needed(field, siblings), values(field)],
		...inner.flatMap((entry) => fieldRows(entry, inner, { label, key: innerKey })),
	];
}

const optionsOf = ({ options = [] }: SettingField) => options as INodePropertyOptions[];

function needed(field: SettingField, siblings: SettingField[]): string {
	const { required, requiredWhen, optionalWhen, defaultsToFirstLine } = field;
	if (defaultsToFirstLine) return 'from the text';
	if (required) return optionalWhen ? `yes, but not ${conditionOf(optionalWhen, siblings)}` : 'yes';
	return conditionOf(requiredWhen ?? {}, siblings);
}

function conditionOf(causesByName: Record<string, unknown[]>, siblings: SettingField[]): string {
	return Object.entries(causesByName)
		.map(([name, causes]) => {
			const cause = siblings.find((sibling) => sibling.name === name)!;
			const words = causes.map(
				(value) =>
					optionsOf(cause).find((option) => option.value === value)?.name ??
					(value === true ? 'on' : String(value)),
			);
			return `when ${cause.displayName} is ${words.join(', ')}`;
		})
		.join('; ');
}

function values(field: SettingField): string {
	const { minLength, maxLength, maxItems, typeOptions = {} } = field;
	if (field.type === 'options') {
		return optionsOf(field)
			.map(
				({ name, value }) =>
					`${name} (${code(value)}${value === field.default ? ', default' : ''})`,
			)
			.join(', ');
	}
	const limits: string[] = [];
	if (minLength !== undefined && maxLength !== undefined)
		limits.push(`${minLength} to ${maxLength} characters`);
	else if (minLength !== undefined) limits.push(`at least ${minLength} characters`);
	else if (maxLength !== undefined)
		limits.push(`at most ${maxLength.toLocaleString('en')} characters`);
	if (maxItems !== undefined) limits.push(`at most ${maxItems}`);
	if (typeOptions.maxValue !== undefined)
		limits.push(`${typeOptions.minValue} to ${typeOptions.maxValue}`);
	return [kindOf(field), ...limits].join('; ');
}

/** What a field takes, in words. */
function kindOf(field: SettingField): string {
	const {
		type,
		tool,
		rowsLabel = tool,
		manualModeLabel = 'ID',
		channelNetworks,
		nested,
		maxItems,
	} = field;
	if (tool) {
		const other =
			type === 'multiOptions' ? 'an expression' : `by ${manualModeLabel.replace('Name', 'name')}`;
		return `from a list of ${rowsLabel}, or ${other}`;
	}
	if (channelNetworks) {
		const networks = channelNetworks.map((network) => findNetwork(network)!.displayName);
		return `other channels of ${networks.join(' or ')}`;
	}
	if (nested) return field.typeOptions?.multipleValues ? 'one or several' : 'one';
	if (field.isFile) return 'a file';
	if (field.acceptsPostLink) return 'a web address, or `(post:ID)` for that of an earlier post';
	if (field.isUrl) return 'a web address';
	if (field.pattern) return field.pattern.expected;
	if (type === 'boolean') return `on or off (${field.default ? 'on' : 'off'} by default)`;
	if (type === 'number') return 'a number';
	return maxItems === undefined ? 'text' : 'text with commas';
}

/** What each operation and the trigger do, with the names of their fields: the form describes them. */
function operationsPage(): string {
	const { displayName, description, properties } = new PostizTrigger().description;
	const [post] = resources;
	const [create] = post.operations;
	return paragraphs(
		'# Operations and fields',
		'What Postiz and Postiz Trigger can do. The form describes each field: rest the pointer on its name. `pnpm run docs` generates this page from the nodes.',
		...resources.flatMap(({ name, operations }) => [
			`## ${name}`,
			table(
				['Operation', 'What it does', 'Fields'],
				operations.map((operation) => [
					operation.name,
					operation.description,
					fieldsOf(shownIn(operation.value, operation.properties)),
				]),
			),
		]),
		`## ${OPTIONS}`,
		`Those of ${post.name} > ${create.name}. Each has to be added under **Options** first.`,
		describedList(entriesOf(create.properties, 'options')),
		`## ${displayName}`,
		`${description}. Fields: ${fieldsOf(properties)}.`,
		describedList(entriesOf(properties, 'events')),
	);
}

const OPTIONS = 'Options of a post';

/** A collection with more entries has a list of its own. */
const FEW = 8;

/** The names of fields, of collections with those of their entries. */
const fieldsOf = (properties: INodeProperties[]): string =>
	properties
		.filter(({ type, displayOptions }) => {
			const networks = displayOptions?.show?.provider ?? [];
			const isOfNetwork = networks.some((value) => findNetwork(String(value)));
			return type !== 'notice' && !isOfNetwork;
		})
		.map(({ displayName, type, options = [] }) => {
			if (type !== 'collection') return displayName;
			const names = (options as INodeProperties[]).map((option) => option.displayName);
			return names.length > FEW
				? `[${displayName}](#${anchor(OPTIONS)})`
				: `${displayName} (${names.join(', ')})`;
		})
		.filter((name, index, all) => all.indexOf(name) === index)
		.join(', ');

const entriesOf = (properties: INodeProperties[], field: string) =>
	properties.find(({ name }) => name === field)!.options as Array<
		INodeProperties | INodePropertyOptions
	>;

const describedList = (entries: Array<INodeProperties | INodePropertyOptions>) =>
	list(
		entries.map(
			({ description, ...entry }) =>
				`**${'displayName' in entry ? entry.displayName : entry.name}:** ${plainText(description)}`,
		),
	);

const plainText = (text = '') => text.replace(/<[^>]+>/g, '').replace(/ +/g, ' ');

if (require.main === module) {
	for (const [path, text] of Object.entries(pages())) {
		mkdirSync(dirname(join(ROOT, path)), { recursive: true });
		writeFileSync(join(ROOT, path), text);
	}
	// A name that is gone stays in the file, so that a test fails.
	const kept = existsSync(NAMES) ? readFileSync(NAMES, 'utf8').split('\n').filter(Boolean) : [];
	const names = [...new Set([...kept, ...savedNames()])].sort();
	writeFileSync(NAMES, `${names.join('\n')}\n`);
}
