import type { INodePropertyOptions } from 'n8n-workflow';

import { buildSettings, readField } from '../../../nodes/Postiz/settings/buildSettings';
import { allNetworks } from '../../../nodes/Postiz/networks';
import type { SettingField } from '../../../nodes/Postiz/networks/networkTypes';

// MeWe is written like this.
const RAW_KEY = /[_]|^[a-z]|[a-z][A-Z](?<!MeW)/;

const flattenFields = (fields: SettingField[]): SettingField[] =>
	fields.flatMap((field) => [field, ...flattenFields(field.nested?.fields ?? [])]);

/** Every field of every network, and what choices it offers. */
const fields = allNetworks.flatMap(({ displayName, fields: own }) =>
	flattenFields(own).map((field) => ({
		...field,
		title: `${displayName}: ${field.name}`,
		choices: field.type === 'options' ? (field.options as INodePropertyOptions[]) : [],
	})),
);
const listTitles = (found: typeof fields) => found.map(({ title }) => title);

describe('texts of the form', () => {
	test('give every field a name and a description', () => {
		const isBare = ({ displayName, name, description }: SettingField) =>
			RAW_KEY.test(displayName) || displayName === name || !/\S/.test(description ?? '');
		expect(listTitles(fields.filter(isBare))).toEqual([]);
	});

	test('give every choice a name, and select one by default', () => {
		const isRaw = ({ name, value }: INodePropertyOptions) => name === value || name.includes('_');
		expect(listTitles(fields.filter(({ choices }) => choices.some(isRaw)))).toEqual([]);
		const undecided = fields.filter(
			({ choices, default: first }) =>
				choices.length > 0 && choices.every(({ value }) => value !== first),
		);
		expect(listTitles(undecided)).toEqual([]);
		expect(fields.filter(({ choices }) => choices.length > 0).length).toBeGreaterThan(20);
	});
});

test('every choice is found only by its own name and value', () => {
	const wrong = fields.flatMap((field) =>
		field.choices.flatMap(({ name, value }) =>
			[name, String(value), String(value).toLowerCase()]
				.filter(
					(word) =>
						readField({ ...field, toApiValue: undefined }, word, {
							isShown: true,
							timezone: 'UTC',
						}) !== value,
				)
				.map((word) => `${field.title}: ${word}`),
		),
	);
	expect(wrong).toEqual([]);
});

test('defaults publish what people expect', () => {
	const buildDefaults = (identifier: string) =>
		buildSettings(
			identifier,
			allNetworks.find((network) => network.identifier === identifier),
			{},
		);
	expect(buildDefaults('tiktok')).toMatchObject({ privacy_level: 'PUBLIC_TO_EVERYONE' });
	expect(buildDefaults('x')).toMatchObject({ who_can_reply_post: 'everyone' });
	expect(buildDefaults('instagram')).toMatchObject({ post_type: 'post' });
	expect(buildDefaults('youtube')).toMatchObject({ type: 'public' });
	expect(buildDefaults('mewe')).toMatchObject({ postType: 'timeline' });
	expect(buildDefaults('wordpress')).toMatchObject({ type: 'posts' });
});
