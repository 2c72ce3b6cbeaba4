import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { channelsMethod, pickerMethod, providers } from '../providers';
import { explainMediaRule } from '../providers/describeMediaRule';
import type { Picker, Provider, SettingField } from '../providers/types';
import { anyNetworkOptions, channelPicker, OTHER, otherNetwork } from './fields';
import { ENTRY, isPrimary } from './settings';

const NODE_ONLY_KEYS = new Set<string>([
	'channelsOf',
	'element',
	'file',
	'formOnly',
	'formRequires',
	'fromText',
	'goesWith',
	'nested',
	'maxItems',
	'maxLength',
	'minItems',
	'minLength',
	'optionalWhen',
	'pattern',
	'payload',
	'picker',
	'postLink',
	'primary',
	'requiredWhen',
	'shape',
	'url',
] satisfies Array<keyof SettingField>);

/** The n8n property of a setting: without what only the node itself reads, and with its picker. */
function formField(field: SettingField, { identifier }: Provider): INodeProperties {
	const { fromText, channelsOf, description = '' } = field;
	return {
		...(Object.fromEntries(
			Object.entries(field).filter(([key]) => !NODE_ONLY_KEYS.has(key)),
		) as unknown as INodeProperties),
		...(fromText && {
			required: undefined,
			description: `${description.replace(/\.?$/, '.')} The first line of the text if empty.`,
		}),
		...(channelsOf && {
			typeOptions: {
				loadOptionsMethod: channelsMethod(channelsOf),
				loadOptionsDependsOn: ['channels'],
			},
		}),
		...(field.picker &&
			pickerProperties(field, field.picker, pickerMethod(identifier, field.picker))),
	};
}

/** As {@link formField}, for a field that other fields of its level can show and hide. */
function levelField(field: SettingField, provider: Provider): INodeProperties {
	const { nested, requiredWhen } = field;
	const property = formField(field, provider);
	return {
		...property,
		...(nested && {
			placeholder: `Add ${nested.name}`,
			options: [
				{
					displayName: nested.name,
					name: ENTRY,
					values: nested.fields.map((inner) => levelField(inner, provider)),
				},
			],
		}),
		...(requiredWhen && {
			required: true,
			displayOptions: { show: requiredWhen as IDisplayOptions['show'] },
		}),
	};
}

function pickerProperties(
	{ type, placeholder, description = '' }: SettingField,
	{ data = {}, rows, searchFirst, byHand, tool }: Picker,
	method: string,
): Partial<INodeProperties> {
	const loadOptionsDependsOn = [
		'channels',
		'&integrationId.value',
		...Object.values(data).map(({ field }) => `&${field}.value`),
	];
	const source = `Channel > Run Tool returns the values (${tool}).`;
	const sourced = { description: `${description.replace(/\.?$/, '.')} ${source}` };
	if (type === 'multiOptions') {
		return { ...sourced, typeOptions: { loadOptionsMethod: method, loadOptionsDependsOn } };
	}
	return {
		...sourced,
		// It stands where the value is entered by hand.
		placeholder: undefined,
		typeOptions: { loadOptionsDependsOn },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(searchFirst && { placeholder: `Search for ${rows}…` }),
				typeOptions: {
					searchListMethod: method,
					searchable: true,
					...(searchFirst && { searchFilterRequired: true }),
				},
			},
			// The editor shows a mode with the name “id” as By ID, whatever its display name.
			{
				displayName: byHand ?? 'By ID',
				name: byHand ? 'value' : 'id',
				type: 'string',
				placeholder,
			},
		],
	};
}

function shownFor(providerValues: string[], property: INodeProperties): INodeProperties {
	return {
		...property,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, provider: providerValues },
		},
	};
}

const settingsJson: INodeProperties = {
	displayName: 'Settings (JSON)',
	name: 'settingsJson',
	type: 'json',
	typeOptions: { rows: 1 },
	default: '{}',
	description:
		'Settings of the network as JSON, such as {"who_can_reply_post": "everyone"}. Channel > Get Settings and Tools returns the keys. {} uses the defaults.',
};

/** The settings of a network whose fields the form does not show. */
const settingsAsJson: INodeProperties = {
	displayName: 'More Settings',
	name: 'settings',
	type: 'collection',
	placeholder: 'Add Setting',
	default: {},
	options: [settingsJson],
	builderHint: {
		propertyHint:
			'Only for networks that are not listed under provider: with the network set, its settings are fields of the entry.',
	},
	displayOptions: { show: { provider: [OTHER] } },
};

const customText: INodeProperties = {
	displayName: 'Custom Text',
	name: 'content',
	type: 'string',
	typeOptions: { rows: 2 },
	default: '',
	placeholder: 'Leave empty to post the same text',
	description: 'What to post on this network instead of the text that all channels get',
};

const onlyForChannel: INodeProperties = {
	...channelPicker,
	displayName: 'Only for Channel',
	required: false,
	modes: channelPicker.modes?.map((mode) =>
		mode.type === 'list' ? { ...mode, placeholder: 'All chosen channels of the network' } : mode,
	),
	description: 'The only channel that these settings are for. Channel > Get Many returns the IDs.',
};

/** The fields of one entry of Network Settings, derived from the registry. */
export function networkFields(): INodeProperties[] {
	return [
		{
			displayName: 'Network',
			name: 'provider',
			type: 'options',
			noDataExpression: true,
			default: '',
			description:
				'The social network that these settings are for. They do nothing for items without a channel of it.',
			options: anyNetworkOptions,
		},
		otherNetwork,
		...shareAlike(providers.flatMap(fileNotices)),
		...shareAlike(providers.flatMap(threadNotices)),
		...shareAlike(
			providers.flatMap((provider) =>
				provider.fields
					.filter(isPrimary)
					.sort((a, b) => Number(isOptional(a)) - Number(isOptional(b)))
					.map((field) => shownFor([provider.identifier], levelField(field, provider))),
			),
		),
		...shareAlike(
			providers.flatMap((provider) =>
				settingsCollection(
					provider,
					provider.fields.filter((field) => !isPrimary(field)),
				),
			),
		),
		settingsAsJson,
		customText,
		onlyForChannel,
	];
}

/** Which files a network takes. */
function fileNotices({ identifier, media, mediaNote }: Provider): INodeProperties[] {
	const texts = [media && explainMediaRule(media), mediaNote].filter((text) => text !== undefined);
	return texts.map((text) => shownFor([identifier], notice(text)));
}

/** What becomes of a thread, for those who filled one in. */
function threadNotices(provider: Provider): INodeProperties[] {
	const { identifier, ignoresThreads, ignoresLaterMedia, laterMedia } = provider;
	if (!ignoresThreads && !ignoresLaterMedia && laterMedia?.max !== 0) return [];
	const text = ignoresThreads
		? "doesn't support threads: see the option If Threads Aren't Supported"
		: 'allows no files in the parts of a thread';
	const displayOptions: IDisplayOptions = {
		show: { '/thread.segment': [{ _cnd: { exists: true } }] },
	};
	return [shownFor([identifier], { ...notice(text), displayOptions })];
}

const notice = (text: string): INodeProperties => ({
	displayName: `This network ${text}`,
	name: 'networkNotice',
	type: 'notice',
	default: '',
});

/** Properties that are alike but for the network that they are shown for, once for all of these. */
function shareAlike(properties: INodeProperties[]): INodeProperties[] {
	const shared = new Map<string, INodeProperties>();
	for (const property of properties) {
		const networks = property.displayOptions?.show?.provider as string[];
		const key = JSON.stringify(shownFor([], property));
		const alike = shared.get(key)?.displayOptions?.show?.provider as string[] | undefined;
		shared.set(key, shownFor([...(alike ?? []), ...networks], property));
	}
	return [...shared.values()];
}

/** The collection of a network's settings; none if there are no fields for it. */
function settingsCollection(provider: Provider, fields: SettingField[]): INodeProperties[] {
	const options = [...fields]
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
		.map((field) => anyTime(levelField(field, provider)));
	return options.length === 0
		? []
		: [
				shownFor([provider.identifier], {
					displayName: 'More Settings',
					name: 'settings',
					type: 'collection',
					placeholder: 'Add Setting',
					default: {},
					options,
				}),
			];
}

// In a collection every field is shown and may be left out.
function anyTime(property: INodeProperties): INodeProperties {
	return { ...property, required: undefined, displayOptions: undefined };
}

const isOptional = ({ required, requiredWhen, fromText }: SettingField) =>
	fromText === true || (!required && !requiredWhen);
