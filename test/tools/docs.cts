/**
 * Writes the pages under docs/ that are made from the code: `pnpm run docs`. A test compares the
 * pages with what this gives, so that they never grow stale.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { INodePropertyOptions } from 'n8n-workflow';

import { standsBesideChannel } from '../../nodes/Postiz/post/settings';
import { findProvider, pickerFields, pickerMethod, providers } from '../../nodes/Postiz/providers';
import type { Provider, SettingField } from '../../nodes/Postiz/providers/types';
import { contractCases, refusalCases } from '../integration/providers.cases.cjs';
import { pickerCases } from '../integration/providers.pickers.cases.cjs';

const ROOT = resolve(__dirname, '..', '..');

/** The pages that are made from the code, by their path in the project. */
export function pages(): Record<string, string> {
	return { 'docs/providers.md': providersPage(), 'docs/coverage.md': coveragePage() };
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
		'# Which tests try which network',
		'Made from the tests by `pnpm run docs`: what is listed here is what they run.',
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
