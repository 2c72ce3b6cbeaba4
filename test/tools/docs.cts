/**
 * Writes the pages under docs/ that are made from the code: `pnpm run docs`. A test compares the
 * pages with what this returns, so that they never grow stale. Adds new names to those that saved workflows hold.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import {
	describeFiles,
	describeLimit,
	isLimit,
	MEASURES,
} from '../../nodes/Postiz/providers/measures';
import { Postiz } from '../../nodes/Postiz/Postiz.node.ts';
import { findProvider, isPrimary, providers, rulesFor } from '../../nodes/Postiz/providers';
import type { Provider, SettingField, TextForm } from '../../nodes/Postiz/providers/types';
import { resources } from '../../nodes/Postiz/resources';
import { PostizTrigger } from '../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { table } from '../harness/table.cjs';
import { formOf } from '../networks/forms.cjs';
import { savedNames } from '../shared/names.cjs';
import { shownIn } from '../shared/operationForm.cjs';
import { lackingRows } from './releasesPage.cjs';

const ROOT = resolve(__dirname, '..', '..');
const NAMES = join(ROOT, 'test/fixtures/names.txt');

/** The pages that are made from the code, by their path in the project. */
export function pages(): Record<string, string> {
	return {
		'docs/operations.md': operationsPage(),
		'docs/providers.md': providersPage(),
		'docs/postiz-versions.md': releasesPage(),
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

const characters = ({ maxLength, maxLengthNote }: Provider) =>
	[
		maxLength === undefined ? 'no limit' : maxLength.toLocaleString('en'),
		maxLengthNote && `(${maxLengthNote})`,
	]
		.filter(Boolean)
		.join(' ');

function providersPage(): string {
	return paragraphs(
		'# The networks and their settings',
		'What the form shows for each network, and what is sent to Postiz for it. `pnpm run docs` generates this page from the node.',
		'In Post > Create, choose the network under Network Settings. Required settings, and those that you pick from a list, appear at once. All others are behind Add Setting. Without an entry for a network, its posts get the defaults. A title that comes “from the text” can stay empty: the post then gets the first line of the text as its title. The key is the name that the setting has in the API of Postiz: use it in Settings (JSON) and in Post > Create From JSON, which adds the defaults of required settings, too.',
		'Where you choose from a list, a name from it works in an expression or in JSON, too: the node looks up its ID, once a run and channel. Where you can only search (for communities, places and sounds), enter the ID. If a list says “ID and name”, a value that you enter or that an expression returns needs both: the ID, a bar and the name, such as `301 | coffee`. If a setting takes a file, enter the name of a binary field, a web address, or the output of Media > Upload.',
		'## What each network takes',
		'The node checks all of this, and what stands with each network below, before it spends a request; for drafts, it only tells what must change before they can be scheduled. _Characters_ are those of each part of a post. On a network without threads, a post with a thread is refused, unless the option **If a Channel Cannot Take It** makes it one post. A cover is the picture that stands for a video: **Cover** and **Cover Timestamp (Seconds)** are Details of a file.',
		table(
			['Network', 'Text', 'Characters', 'Files', 'Thread', 'Covers'],
			providers.map((provider) => [
				linked(provider.displayName),
				TEXT_FORMS[rulesFor(provider, {}).text],
				characters(provider),
				describeFiles(provider) || 'any',
				provider.ignoresThreads ? 'no' : 'yes',
				provider.coverNote ?? '',
			]),
		),
		...providers.map(providerSection),
	)
		.trimEnd()
		.concat('\n');
}

/** Which releases of Postiz lack what. */
function releasesPage(): string {
	return paragraphs(
		'# Which versions of Postiz work',
		'**Postiz 2.18 or newer**, and hosted Postiz, which is newer than any release. Older ones only publish posts without Network Settings: update them. `pnpm run docs` generates this page.',
		'To update your own instance, back up its database, then run `docker compose pull` and `docker compose up -d` where its compose file is.',
		'An older Postiz publishes a post without the settings that it does not know. The node therefore refuses a post if a setting that you changed from its default would be lost. The option **Skip Validation** turns this off, with all other checks.',
		'## What older releases of Postiz lack',
		table(['If Postiz is', 'Networks', 'Settings', 'Operations and more'], lackingRows()),
		'## Requests per hour',
		'Only requests that create posts count: 30 an hour by default, 90 from 2.21.8 on. In 2.18, lists of posts, deleting and uploading have such a limit each, too.',
	);
}

const SUBJECTS = { text: 'Text', files: 'Files', picture: 'Pictures', video: 'Videos' };
const PLACES = { post: 'in the post itself', thread: 'in the parts of a thread' };

/** What the rules of a network besides its length check, and what happens to a post that breaks them. */
function ruleRows({ rules = [] }: Provider): string[][] {
	const rows = rules.map((rule) => {
		const refused = rule.mayPass ? 'refused, unless you skip validation' : 'refused';
		if (!isLimit(rule)) {
			return ['Settings', `${rule.field} ${rule.is}`, rule.note ? 'noted' : refused];
		}
		const about = MEASURES[rule.of].of;
		const place = rule.in && !/picture|video/.test(about) && PLACES[rule.in];
		const words = [describeLimit(rule), rule.beside && 'beside a file', rule.when?.words ?? place];
		const happens = rule.note ? `noted: ${rule.note}` : refused;
		return [SUBJECTS[about], words.filter(Boolean).join(' '), happens];
	});
	const order = [...Object.values(SUBJECTS), 'Settings'];
	return rows.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

const fieldRowsOf = ({ fields }: Provider) =>
	[...fields.filter(isPrimary), ...fields.filter((field) => !isPrimary(field))].flatMap((field) =>
		fieldRows(field, fields),
	);

/** How many settings, or half as many rules, two networks share before those of the second are only named. */
const MANY = 4;

/** What a network has of its own, and what it shares with one that stands before it. */
function beyond<T>(of: (provider: Provider) => T[], provider: Provider, least: number) {
	const all = of(provider).map((one) => [one, JSON.stringify(one)] as const);
	const before = providers.slice(0, providers.indexOf(provider));
	const sharedWith = (other: Provider) => {
		const others = new Set(of(other).map((one) => JSON.stringify(one)));
		return all.filter(([, text]) => others.has(text));
	};
	const [model] = before
		.filter((other) => sharedWith(other).length >= least)
		.sort((one, other) => sharedWith(other).length - sharedWith(one).length);
	const shared = model ? sharedWith(model) : [];
	const own = all.filter((one) => !shared.some(([, text]) => text === one[1]));
	return { model, own: own.map(([one]) => one), shared: shared.map(([one]) => one) };
}

function providerSection(provider: Provider): string {
	const { aliases = [], displayName, fields, identifier, maxLength, onlyDrafts } = provider;
	const settings = beyond(fieldRowsOf, provider, MANY);
	const rules = beyond(ruleRows, provider, 2 * MANY);
	const sentences = [
		`Identifier ${code(identifier)}${aliases.map((alias) => `, on some instances ${code(alias)}`).join('')}.`,
		maxLength === undefined
			? 'A text may be of any length.'
			: `Up to ${characters(provider)} characters in each part.`,
		onlyDrafts
			? 'Newer versions of Postiz take only drafts for it: choose _Save as Draft_ and schedule it in Postiz.'
			: '',
		fields.length === 0 ? 'It has no settings of its own.' : '',
	];
	return [
		`## ${displayName}`,
		sentences.filter(Boolean).join(' '),
		settings.own.length > 0
			? table(['Setting', 'Key', 'Needed', 'Values', 'What it does'], settings.own)
			: '',
		settings.model
			? `As for ${linked(settings.model.displayName)}: ${settings.shared.map(([label]) => label).join(', ')}.`
			: '',
		rules.own.length > 0 ? table(['About', 'Rule, or mistake', 'What happens'], rules.own) : '',
		rules.model
			? `${rules.own.length > 0 ? 'All else is' : 'Posts are'} checked as for ${linked(rules.model.displayName)}.`
			: '',
		`Minimum as JSON: ${code(JSON.stringify({ __type: identifier, ...formOf(identifier).settings }))}`,
	]
		.filter(Boolean)
		.join('\n\n');
}

interface Outer {
	label: string;
	key: string;
}

function fieldRows(field: SettingField, siblings: SettingField[], outer?: Outer): string[][] {
	if (field.formOnly) return [];
	const label = [outer?.label, field.displayName].filter(Boolean).join(' › ');
	const key = [outer?.key, field.name].filter(Boolean).join('.');
	const inner = field.nested?.fields ?? [];
	const innerKey = field.typeOptions?.multipleValues ? `${key}[].value` : key;
	return [
		[label, code(key), needed(field, siblings), values(field), whatItDoes(field)],
		...inner.flatMap((entry) => fieldRows(entry, inner, { label, key: innerKey })),
	];
}

const whatItDoes = ({ description, fromText }: SettingField) =>
	plainText(description).replace(
		/\.?$/,
		fromText ? '. The first line of the text if empty.' : '$&',
	);

const optionsOf = ({ options = [] }: SettingField) => options as INodePropertyOptions[];

function needed(field: SettingField, siblings: SettingField[]): string {
	const { required, requiredWhen, optionalWhen, formRequires, fromText } = field;
	if (formRequires) return '';
	if (fromText) return 'from the text';
	if (required)
		return optionalWhen ? `yes, but ${conditionOf(optionalWhen, siblings, 'not')}` : 'yes';
	return conditionOf(requiredWhen ?? {}, siblings);
}

function conditionOf(
	causesByName: Record<string, unknown[]>,
	siblings: SettingField[],
	before = '',
): string {
	return Object.entries(causesByName)
		.map(([name, causes]) => {
			const cause = siblings.find((sibling) => sibling.name === name)!;
			const words = causes.map(
				(value) =>
					optionsOf(cause).find((option) => option.value === value)?.name ??
					(value === true ? 'on' : String(value)),
			);
			return [before, `when ${cause.displayName} is ${words.join(', ')}`].filter(Boolean).join(' ');
		})
		.join('; ');
}

function values(field: SettingField): string {
	const {
		type,
		default: initial,
		tool,
		rows = tool,
		byHand = 'ID',
		file,
		url,
		postLink,
		nested,
		channelsOf,
		minLength,
		maxLength,
	} = field;
	const { maxItems, pattern, typeOptions = {} } = field;
	if (type === 'options') {
		return optionsOf(field)
			.map(({ name, value }) => `${name} (${code(value)}${value === initial ? ', default' : ''})`)
			.join(', ');
	}
	const limits = [
		minLength !== undefined && maxLength !== undefined
			? `${minLength} to ${maxLength} characters`
			: minLength !== undefined
				? `at least ${minLength} characters`
				: maxLength !== undefined
					? `at most ${maxLength.toLocaleString('en')} characters`
					: '',
		maxItems === undefined ? '' : `at most ${maxItems}`,
		typeOptions.maxValue === undefined ? '' : `${typeOptions.minValue} to ${typeOptions.maxValue}`,
	].filter(Boolean);
	const kind = tool
		? `from a list of ${rows}, or ${type === 'multiOptions' ? 'an expression' : `by ${byHand.replace('Name', 'name')}`}`
		: channelsOf
			? `other channels of ${channelsOf.map((network) => findProvider(network)!.displayName).join(' or ')}`
			: nested
				? typeOptions.multipleValues
					? 'one or several'
					: 'one'
				: file
					? 'a file'
					: postLink
						? 'a web address, or `(post:ID)` for that of an earlier post'
						: url
							? 'a web address'
							: pattern
								? pattern.like
								: type === 'boolean'
									? `on or off (${initial ? 'on' : 'off'} by default)`
									: type === 'number'
										? 'a number'
										: maxItems === undefined
											? 'text'
											: 'text with commas';
	return [kind, ...limits].join('; ');
}

/** The reference of all operations, triggers and their fields, from the nodes' own descriptions. */
function operationsPage(): string {
	described.clear();
	return paragraphs(
		'# Operations and fields',
		'Everything that Postiz and Postiz Trigger can do, and every field of their forms. `pnpm run docs` generates this page from the nodes.',
		'A _default_ holds as long as you change nothing. Options and filters have to be added first: _at first_ marks the value of one that was just added.',
		list([
			...resources.map(
				({ name, operations }) =>
					`${name}: ${operations.map((operation) => `[${operation.name}](#${anchor(`${name}: ${operation.name}`)})`).join(', ')}`,
			),
			...triggers.map(({ displayName }) => linked(displayName)),
		]),
		'Every operation starts with these fields:',
		rowsTable(
			levelRows(
				new Postiz().description.properties.filter(({ displayOptions }) => !displayOptions),
			),
		),
		...resources.flatMap(({ name, operations }) =>
			operations.map((operation) =>
				formSection(
					`${name}: ${operation.name}`,
					operation.description,
					shownIn(operation.value, operation.properties),
				),
			),
		),
		...triggers.map(({ displayName, description, properties, polling }) =>
			formSection(
				displayName,
				description,
				properties,
				polling
					? '**Poll Times** set how often the trigger checks Postiz. They start at every 10 minutes.'
					: '',
				...eventLists(properties),
			),
		),
	);
}

const triggers = [new PostizTrigger().description];

function formSection(
	heading: string,
	description: string,
	properties: INodeProperties[],
	...more: string[]
): string {
	return [
		`## ${heading}`,
		`${plainText(description)}${description.endsWith('.') ? '' : '.'}`,
		...properties
			.filter(({ type, displayOptions }) => type === 'notice' && !displayOptions)
			.map(({ displayName }) => plainText(displayName)),
		...more,
		...fieldTables(heading, levelRows(properties)),
	]
		.filter(Boolean)
		.join('\n\n');
}

/** The form that the others share fields with. */
const FIRST_FORM = 'Post: Create';
let firstRows: string[][] = [];
const topOf = ([label = '']: string[]) => label.split(' › ')[0]!.replace(/ \(.*/, '');

/** The fields of a form; those of {@link FIRST_FORM} are only named. */
function fieldTables(heading: string, rows: string[][]): string[] {
	if (heading === FIRST_FORM) firstRows = rows;
	const isFirst = (row: string[]) => firstRows.some((first) => first.join() === row.join());
	const tops = [...new Set(rows.map(topOf))];
	const shared = tops.filter(
		(top) =>
			heading !== FIRST_FORM &&
			rows.filter((row) => topOf(row) === top).every((row) => isFirst(row)),
	);
	const own = rows.filter((row) => !shared.includes(topOf(row)));
	const nameOf = (top: string) => {
		const lacking = firstRows
			.filter((row) => topOf(row) === top && !rows.some((other) => other.join() === row.join()))
			.map(([label = '']) => label.split(' › ').at(-1)!.replace(/ \(.*/, ''));
		return lacking.length > 0 ? `${top} (without ${lacking.join(', ')})` : top;
	};
	return [
		rowsTable(own),
		shared.length > 0
			? `${own.length > 0 ? 'And as' : 'As'} in ${linked(FIRST_FORM)}: ${shared.map(nameOf).join(', ')}.`
			: '',
	];
}

/** What each event is that starts a workflow. */
const eventLists = (properties: INodeProperties[]) =>
	properties
		.filter(({ name }) => name === 'events')
		.map(({ options = [] }) =>
			list(
				(options as INodePropertyOptions[]).map(
					({ name, description }) => `**${name}:** ${plainText(description)}`,
				),
			),
		);

const plainText = (text = '') =>
	text
		.replace(/<\/li>/g, ' ')
		.replace(/<[^>]+>/g, '')
		.replace(/ +/g, ' ');

const rowsTable = (rows: string[][]) =>
	rows.length === 0 ? '' : table(['Field', 'Values', 'What it does'], rows);

/** Fields of entries and collections that were described already, with the label of their owner. */
const described = new Map<string, string>();

/** A level of a form: what stands side by side in it, and what holds it. */
interface Level {
	siblings: INodeProperties[];
	outer?: string;
	/** Its fields have to be added one by one. */
	isCollection?: boolean;
}

function levelRows(siblings: INodeProperties[], level: Omit<Level, 'siblings'> = {}): string[][] {
	const shown = siblings.filter(({ type }) => type !== 'notice');
	const own = shown.filter((property) => !isNetworkField(property));
	return [
		...own.flatMap((property) => propertyRows(property, { ...level, siblings })),
		...(own.length < shown.length
			? [
					[
						labelOf('Fields of the network', level.outer),
						'[the networks and their settings](providers.md)',
						'Shown once a network is chosen that has settings',
					],
				]
			: []),
	];
}

// The settings of the networks have a page of their own.
function isNetworkField({ displayOptions }: INodeProperties): boolean {
	const networks = displayOptions?.show?.provider ?? [];
	return networks.length > 0 && networks.every(isKnownNetwork);
}

const isKnownNetwork = (value: unknown) => providers.some(({ identifier }) => identifier === value);

const labelOf = (label: string, outer?: string) => (outer ? `${outer} › ${label}` : label);

function propertyRows(property: INodeProperties, level: Level): string[][] {
	const { displayName, description, options = [], required, type } = property;
	const label = labelOf(displayName, level.outer);
	const notes = [required ? 'required' : '', condition(property, level.siblings)].filter(Boolean);
	const inner = options.flatMap((option): INodeProperties[] => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	const key = JSON.stringify(inner);
	const before = inner.length > 2 ? described.get(key) : undefined;
	if (before === undefined) described.set(key, label);
	const isRepeated = before !== undefined && before !== label;
	return [
		[
			notes.length > 0 ? `${label} (${notes.join(' ')})` : label,
			isRepeated
				? `as ${before}`
				: propertyValues(property, level.isCollection ? 'at first' : 'default'),
			plainText(description),
		],
		...levelRows(isRepeated ? [] : inner, { outer: label, isCollection: type === 'collection' }),
	];
}

/** When a field is shown, in the words of the form: “when _Source_ is _URL_”. */
function condition({ displayOptions = {} }: INodeProperties, siblings: INodeProperties[]): string {
	const { show = {}, hide = {} } = displayOptions;
	const clauses = (word: string, conditions: typeof show) =>
		Object.entries(conditions).map(([name, values = []]) => {
			const cause = siblings.find((sibling) => sibling.name === name);
			if (!cause) throw new Error(`No field ${name} stands beside the one that depends on it`);
			const words = (values as unknown[]).map((value) => `_${shownValue(cause, value)}_`);
			return `${word} _${cause.displayName}_ is ${oneOf(words)}`;
		});
	return [...clauses('when', show), ...clauses('unless', hide)].join(', ');
}

const oneOf = (words: string[]) =>
	[words.slice(0, -1).join(', '), words[words.length - 1]].filter(Boolean).join(' or ');

function shownValue({ options = [] }: INodeProperties, value: unknown): string {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	const option = (options as INodePropertyOptions[]).find((entry) => entry.value === value);
	return option?.name ?? String(value);
}

function propertyValues(
	{ name, type, options = [], default: initial, typeOptions }: INodeProperties,
	initially: 'default' | 'at first',
) {
	const network = name === 'provider' || name === 'providers';
	if ((type === 'options' || type === 'multiOptions') && network)
		return '[the networks](providers.md)';
	if (type === 'options' || type === 'multiOptions') {
		if (typeOptions?.loadOptionsMethod) return 'from a list, or by an expression';
		const preset = [initial].flat() as unknown[];
		return (options as INodePropertyOptions[])
			.map(({ name: shown, value }) => (preset.includes(value) ? `${shown} (${initially})` : shown))
			.join(', ');
	}
	const by = initially === 'default' ? 'by default' : initially;
	switch (type) {
		case 'boolean':
			return `on or off (${initial ? 'on' : 'off'} ${by})`;
		case 'number':
			return initial === '' ? 'a number' : `a number (${String(initial)} ${by})`;
		case 'dateTime':
			return 'a date and time';
		case 'resourceLocator':
			return 'from a list, or by ID';
		case 'json':
			return 'JSON';
		case 'collection':
			return 'to be added one by one';
		case 'fixedCollection':
			return typeOptions?.multipleValues ? 'one or several' : 'one';
		default:
			return 'text';
	}
}

if (require.main === module) {
	for (const [path, text] of Object.entries(pages())) {
		mkdirSync(dirname(join(ROOT, path)), { recursive: true });
		writeFileSync(join(ROOT, path), text);
	}
	// A name that is gone stays in the file, so that a test fails.
	const kept = existsSync(NAMES) ? readFileSync(NAMES, 'utf8').trim().split('\n') : [];
	const names = [...new Set([...kept, ...savedNames()])].sort();
	writeFileSync(NAMES, `${names.join('\n')}\n`);
}
