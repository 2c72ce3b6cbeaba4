/**
 * Writes the pages under docs/ that are made from the code: `pnpm run docs`. A test compares the
 * pages with what this gives, so that they never grow stale.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { standsBesideChannel } from '../../nodes/Postiz/post/settings';
import { findProvider, pickerFields, pickerMethod, providers } from '../../nodes/Postiz/providers';
import type { Provider, SettingField } from '../../nodes/Postiz/providers/types';
import { resources } from '../../nodes/Postiz/resources';
import { endpointCases, unneededCalls } from '../integration/endpoints.cases.cjs';
import { contractCases, refusalCases } from '../integration/providers.cases.cjs';
import { pickerCases } from '../integration/providers.pickers.cases.cjs';

const ROOT = resolve(__dirname, '..', '..');

/** The pages that are made from the code, by their path in the project. */
export function pages(): Record<string, string> {
	return {
		'docs/operations.md': operationsPage(),
		'docs/providers.md': providersPage(),
		'docs/coverage.md': coveragePage(),
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

function table(head: string[], rows: string[][]): string {
	const escaped = rows.map((row) => row.map((cell) => cell.replace(/\|/g, '\\|')));
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...escaped.map(line)].join('\n');
}

const list = (entries: string[]) => entries.map((entry) => `- ${entry}`).join('\n');

const TEXT_KINDS = { plain: 'Plain text', markdown: 'Markdown', html: 'HTML' };
const MEDIA_NEEDS = { any: 'a picture or a video', image: 'a picture', video: 'a video (MP4)' };

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
		'What the form shows for each network, and what is sent to Postiz for it. This page is made from the node itself by `pnpm run docs`.',
		'A setting that is needed, or that is picked from a list, stands beside the channel. All others are under the Settings of the network. The key is the name that the setting has in the API of Postiz: use it in Settings (JSON) and in the input mode JSON.',
		'Where a list says “ID and name”, both are wanted when you enter a value by hand or with an expression: write the ID, a bar and the name, such as `301 | coffee`. Where a setting takes a file, enter the name of a binary field, a web address, or the output of Media > Upload.',
		table(
			['Network', 'Identifier', 'Characters', 'Text', 'Needs', 'Settings'],
			providers.map((provider) => [
				linked(provider.displayName),
				[provider.identifier, ...(provider.aliases ?? [])].map(code).join(', '),
				characters(provider),
				TEXT_KINDS[provider.text],
				provider.needsMedia ? MEDIA_NEEDS[provider.needsMedia] : '',
				String(provider.fields.length),
			]),
		),
		...providers.map(providerSection),
	)
		.trimEnd()
		.concat('\n');
}

function providerSection(provider: Provider): string {
	const { aliases = [], displayName, fields, identifier, maxLength, needsMedia } = provider;
	const beside = fields.filter(standsBesideChannel);
	const optional = fields.filter((field) => !standsBesideChannel(field));
	const sentences = [
		`Identifier ${code(identifier)}${aliases.map((alias) => `, on some instances ${code(alias)}`).join('')}.`,
		maxLength === undefined
			? 'A text may be of any length.'
			: `At most ${characters(provider)} characters in each part.`,
		needsMedia ? `Needs ${MEDIA_NEEDS[needsMedia]}.` : '',
		fields.length === 0 ? 'It has no settings of its own.' : '',
	];
	return [
		`## ${displayName}`,
		sentences.filter(Boolean).join(' '),
		fields.length === 0
			? ''
			: table(
					['Setting', 'Key', 'Needed', 'Values', 'What it does'],
					[...beside, ...optional].flatMap((field) => fieldRows(field, fields)),
				),
		`As JSON, at the least: ${code(JSON.stringify({ __type: identifier, ...smallestSettings(identifier) }))}`,
	]
		.filter(Boolean)
		.join('\n\n');
}

function smallestSettings(identifier: string) {
	return contractCases.find(({ provider, kind }) => provider === identifier && kind === 'smallest')!
		.settings;
}

interface Outer {
	label: string;
	key: string;
}

function fieldRows(field: SettingField, siblings: SettingField[], outer?: Outer): string[][] {
	if (field.formOnly) return [];
	const label = [outer?.label, field.displayName].filter(Boolean).join(' › ');
	const key = [outer?.key, field.name].filter(Boolean).join('.');
	const inner = field.entry?.fields ?? [];
	const innerKey = field.typeOptions?.multipleValues ? `${key}[].value` : key;
	return [
		[
			label,
			code(key),
			needed(field, siblings),
			values(field),
			(field.description ?? '').replace(/<[^>]+>/g, ''),
		],
		...inner.flatMap((entry) => fieldRows(entry, inner, { label, key: innerKey })),
	];
}

const optionsOf = ({ options = [] }: SettingField) => options as INodePropertyOptions[];

function needed({ required, neededFor }: SettingField, siblings: SettingField[]): string {
	if (required) return 'yes';
	return Object.entries(neededFor ?? {})
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
	const { type, default: initial, picker, media, url, entry, minLength, maxLength } = field;
	const { minItems, maxItems, pattern, typeOptions = {} } = field;
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
		minItems === undefined ? '' : `at least ${minItems}`,
		maxItems === undefined ? '' : `at most ${maxItems}`,
		typeOptions.maxValue === undefined ? '' : `${typeOptions.minValue} to ${typeOptions.maxValue}`,
	].filter(Boolean);
	const kind = picker
		? `from a list of ${picker.rows}, or ${(picker.byHand ?? (type === 'multiOptions' ? 'an expression' : 'By ID')).replace('By', 'by').replace('Name', 'name')}`
		: entry
			? typeOptions.multipleValues
				? 'one or several'
				: 'one'
			: media
				? 'a file'
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

function coveragePage(): string {
	const rows = providers.map(({ displayName, identifier, fields }) => {
		const count = (entries: Array<{ provider: string }>) =>
			String(entries.filter(({ provider }) => provider === identifier).length);
		return [
			linked(displayName),
			count(contractCases),
			count(refusalCases),
			`${count(pickerCases)} of ${pickerFields(fields).length}`,
		];
	});
	return paragraphs(
		'# What is covered, and which tests try it',
		'Made from the tests by `pnpm run docs`: what is listed here is what they run.',
		'## Calls of the Postiz API',
		'Each operation is run and must make its call (`test/integration/endpoints.test.cts`), and no call may be left out. The tests named here try it with everything that can go wrong.',
		table(['Call', 'Operation', 'Tests'], endpointRows()),
		'## Networks',
		list([
			'**Sent** forms go through the engine of n8n to the stand-in service, which checks them as strictly as Postiz does; the settings that arrive are compared key by key (`test/integration/providers.contract.test.cts`). The fullest forms go through a real n8n as well (`test/e2e/providers.test.cts`).',
			'**Refused** forms are stopped before a request is spent, with the sentence that names the setting (`test/integration/providers.contract.test.cts`).',
			'**Pickers** are filled through the engine of n8n, with everything that can go wrong (`test/integration/providers.pickers.test.cts`), and through the endpoint of a real n8n (`test/e2e/providers.test.cts`).',
			'Beyond these, every field of every network is tried with what its kind refuses: nothing where it is needed, unknown values, no web address, no file (`test/unit/providers.test.cts`).',
		]),
		table(['Network', 'Sent', 'Refused', 'Pickers'], rows),
		...providers.map(coverageSection),
	);
}

function endpointRows(): string[][] {
	const operationName = (path: string) => {
		const [resourceName, operationValue] = path.split('.');
		const { name, operations } = resources.find(({ value }) => value === resourceName)!;
		const { option } = operations.find((operation) => operation.option.value === operationValue)!;
		return `${name} > ${option.name}`;
	};
	return [
		...endpointCases.map(({ endpoint, operation, tests }) => [
			code(endpoint),
			operationName(operation),
			tests.map(code).join(', '),
		]),
		...unneededCalls.map(({ endpoint, why, tests }) => [
			code(endpoint),
			why,
			tests.map(code).join(', '),
		]),
	];
}

/** The reference of all operations and their fields, from the node's own description. */
function operationsPage(): string {
	return paragraphs(
		'# The operations',
		'Everything that the node can do, and every field of its forms. This page is made from the node itself by `pnpm run docs`.',
		list(
			resources.map(
				({ name, operations }) =>
					`**${name}:** ${operations.map(({ option }) => linked(`${name}: ${option.name}`)).join(', ')}`,
			),
		),
		...resources.flatMap(({ name, operations }) =>
			operations.map(({ option, properties }) =>
				[
					`## ${name}: ${option.name}`,
					`${plainText(option.description)}${option.description.endsWith('.') ? '' : '.'}`,
					...properties
						.filter(({ type }) => type === 'notice')
						.map(({ displayName }) => plainText(displayName)),
					propertyTable(properties),
				]
					.filter(Boolean)
					.join('\n\n'),
			),
		),
	);
}

const plainText = (text = '') => text.replace(/<[^>]+>/g, '');

function propertyTable(properties: INodeProperties[]): string {
	const rows = properties
		.filter(({ type }) => type !== 'notice')
		.flatMap((property) => propertyRows(property));
	const unique = [...new Map(rows.map((row) => [row.join('|'), row])).values()];
	return unique.length === 0 ? '' : table(['Field', 'Values', 'What it does'], unique);
}

// The settings of the networks have a page of their own.
const isNetworkField = ({ displayOptions }: INodeProperties) =>
	Boolean(displayOptions?.show?.provider) &&
	!displayOptions?.show?.provider?.some((value) => value === 'auto' || value === 'other');

function propertyRows(property: INodeProperties, outer = ''): string[][] {
	if (isNetworkField(property)) return [];
	const label = outer ? `${outer} › ${property.displayName}` : property.displayName;
	const row = [
		property.required ? `${label} (needed)` : label,
		propertyValues(property),
		plainText(property.description),
	];
	const inner = (property.options ?? []).flatMap((option): INodeProperties[] => {
		if ('values' in option) return option.values;
		return 'type' in option ? [option] : [];
	});
	return [row, ...inner.flatMap((entry) => propertyRows(entry, label))];
}

function propertyValues({
	name,
	type,
	options = [],
	default: initial,
	typeOptions,
}: INodeProperties) {
	const network = name === 'provider' || name === 'providers';
	if ((type === 'options' || type === 'multiOptions') && network)
		return '[the networks](providers.md)';
	if (type === 'options' || type === 'multiOptions') {
		if (typeOptions?.loadOptionsMethod) return 'from a list, or by an expression';
		return (options as INodePropertyOptions[])
			.map(({ name: shown, value }) => (value === initial ? `${shown} (default)` : shown))
			.join(', ');
	}
	switch (type) {
		case 'boolean':
			return `on or off (${initial ? 'on' : 'off'} by default)`;
		case 'number':
			return initial === '' ? 'a number' : `a number (${String(initial)} by default)`;
		case 'dateTime':
			return 'a date and time';
		case 'resourceLocator':
			return 'from a list, or by ID';
		case 'json':
			return 'JSON';
		case 'collection':
			return 'options';
		case 'fixedCollection':
			return typeOptions?.multipleValues ? 'one or several' : 'one';
		default:
			return 'text';
	}
}

const KINDS = { smallest: 'Smallest form', fullest: 'Fullest form', conditional: 'Special case' };

function coverageSection({ displayName, identifier }: Provider): string {
	const own = <Case extends { provider: string }>(cases: Case[]) =>
		cases.filter(({ provider }) => provider === identifier);
	const order = Object.keys(KINDS);
	const sent = own(contractCases).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
	return [
		`## ${displayName}`,
		list([
			...sent.map(({ kind, name }) => `${KINDS[kind]}: ${name}`),
			...own(refusalCases).map(({ name }) => `Refused: ${name}`),
			...own(pickerCases).map(({ method }) => `Picker: ${pickerLabel(identifier, method)}`),
		]),
	].join('\n\n');
}

function pickerLabel(identifier: string, method: string): string {
	const field = pickerFields(findProvider(identifier)!.fields).find(
		({ picker }) => pickerMethod(identifier, picker) === method,
	)!;
	return `${field.displayName} (${code(method)})`;
}

if (require.main === module) {
	for (const [path, text] of Object.entries(pages())) {
		mkdirSync(dirname(join(ROOT, path)), { recursive: true });
		writeFileSync(join(ROOT, path), text);
	}
}
