import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { resetWhenChanged, field, locator, option } from '../form/fieldBuilders';
import { isPicker, isPrimary, getListedName, pickerMethod, allNetworks } from '../networks';
import type { Picker, Network, SettingField } from '../networks/networkTypes';
import { groupBy } from '../common/lists';
import { ENTRY } from './networkSettings';

/** The value of Network for networks that the node doesn't know. */
export const OTHER = 'other';

/** The modes of a channel field. */
const channelModes = (prompt: string) =>
	locator('ID', 'searchChannels', {
		prompt,
		placeholder: 'e.g. cmb1x2y3z0001abcd',
		hint: 'From Channel > Get Many',
	});

/** The field to pick a channel. */
export const channelPicker = field.locator('Channel', 'integrationId', {
	required: true,
	description:
		'The channel to post to: its ID from Channel > Get Many, or its name or handle if no other channel has the same',
	...channelModes('Select a channel…'),
});

/** The networks to choose from. */
export const networkOptions = allNetworks.map((provider) =>
	option(getListedName(provider), provider.identifier),
);

/** The option for networks that the node doesn't know. */
const otherOption = option('Other Network', OTHER, "A network that this node doesn't know yet");

/** The identifier of a network that the node doesn't know. */
const otherNetwork = field.text('Network Identifier', 'providerIdentifier', {
	required: true,
	placeholder: 'e.g. bluesky',
	description: 'The identifier of the network, as Channel > Get Many returns it under “provider”',
	displayOptions: { show: { provider: [OTHER] } },
});

/** The n8n property of a setting, shown depending on the fields beside it. */
function formField(setting: SettingField, provider: Network): INodeProperties {
	const { fromText, channelsOf, nested, requiredWhen, description } = setting;
	return {
		// The other properties are only used by this node.
		displayName: setting.displayName,
		name: setting.name,
		type: setting.type,
		typeOptions: setting.typeOptions,
		required: fromText ? undefined : setting.required,
		default: setting.default,
		options: setting.options,
		placeholder: setting.placeholder,
		description: fromText
			? withSentence(description, 'If empty, a new post takes the first line of its text.')
			: description,
		...(channelsOf && { typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' } }),
		...(isPicker(setting) &&
			pickerProperties({ ...setting, description }, pickerMethod(provider.identifier, setting))),
		...(nested && {
			placeholder: `Add ${nested.name}`,
			options: [
				{
					displayName: nested.name,
					name: ENTRY,
					values: nested.fields.map((inner) => formField(inner, provider)),
				},
			],
		}),
		...(requiredWhen && {
			required: true,
			displayOptions: { show: requiredWhen as IDisplayOptions['show'] },
		}),
	};
}

/** In Update, nothing is preset or required, as only entered values are changed. */
const ONLY_UPDATE = { '/operation': ['update'] };

const withSentence = (description = '', more: string) =>
	`${description.replace(/\.?$/, '.')} ${more}`;

function pickerProperties(setting: Picker, method: string): Partial<INodeProperties> {
	const { type, placeholder, description, tool, rows = tool, toolData = {} } = setting;
	const { searchFirst, byHand = 'ID' } = setting;
	const more = `From Channel > Look Up (${tool}).`;
	const sourced = { description: withSentence(description, more) };
	if (type === 'multiOptions') {
		// The fields that determine the channel: the editor loads the list again whenever they change.
		const loadOptionsDependsOn = ['channels', 'postId.value', '&integrationId.value'];
		return { ...sourced, typeOptions: { loadOptionsMethod: method, loadOptionsDependsOn } };
	}
	const owners = Object.values(toolData).filter(({ optional }) => !optional);
	return {
		...sourced,
		// Placeholders belong to the mode for manual entry.
		placeholder: undefined,
		typeOptions: resetWhenChanged(...owners.map(({ field: beside }) => `&${beside}`)),
		...locator(byHand, method, {
			prompt: searchFirst ? `Search for ${rows}…` : undefined,
			searchFilterRequired: searchFirst,
			placeholder,
		}),
	};
}

const moreSettings = (options: INodeProperties[]) =>
	field.collection('More Settings', 'settings', { placeholder: 'Add Setting', options });

/** The settings of networks without fields in the form. */
const settingsAsJson: INodeProperties = {
	...moreSettings([
		field.json('Settings (JSON)', 'settingsJson', {
			typeOptions: { rows: 1 },
			description:
				'Settings of the network as JSON, such as {"who_can_reply_post": "everyone"}. Channel > Get Settings and Tools returns the keys. {} uses the defaults.',
		}),
	]),
	builderHint: {
		propertyHint:
			'Only for networks that are not listed under provider: with the network set, its settings are fields of the entry.',
	},
	displayOptions: { show: { provider: [OTHER] } },
};

const customText = field.text('Custom Text', 'content', {
	displayOptions: { hide: ONLY_UPDATE },
	typeOptions: { rows: 2 },
	placeholder: 'Leave empty to post the same text',
	description: 'What to post on this network instead of the text that all channels get',
});

const onlyForChannel: INodeProperties = {
	...channelPicker,
	displayName: 'Limit to One Channel',
	required: false,
	...channelModes('All chosen channels of the network'),
	displayOptions: { hide: ONLY_UPDATE },
	description: 'The one channel to use these settings for. Channel > Get Many returns the IDs.',
};

/** The fields of an entry of Network Settings, generated from the registry. */
export function networkFields(): INodeProperties[] {
	return [
		field.choice('Network', 'provider', {
			noDataExpression: true,
			description:
				'The social network these settings are for. Items without a channel on it ignore them.',
			options: [...networkOptions, otherOption],
		}),
		otherNetwork,
		...[fieldsBeside(false), fieldsBeside(true), collectedFields].flatMap(fieldsOfAllNetworks),
		settingsAsJson,
		customText,
		onlyForChannel,
	];
}

/** Merges properties of all networks: identical ones are shown for several networks. */
function fieldsOfAllNetworks(kind: (provider: Network) => INodeProperties[]): INodeProperties[] {
	const all = allNetworks.flatMap((provider) =>
		kind(provider).map((property) => ({ property, network: provider.identifier })),
	);
	return groupBy(all, ({ property }) => JSON.stringify(property)).map((alike) => {
		const [{ property }] = alike;
		const networks = alike.map(({ network }) => network);
		const { displayOptions } = property;
		const show = { ...displayOptions?.show, provider: networks };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}

/** Fields shown beside the network: those that are required, or those that aren't, such as optional pickers. */
const fieldsBeside = (wantsOptional: boolean) => (provider: Network) =>
	provider.fields
		.filter((setting) => isPrimary(setting) && isOptional(setting) === wantsOptional)
		.map((setting) => {
			const property = formField(setting, provider);
			if (wantsOptional) return property;
			return { ...property, displayOptions: { ...property.displayOptions, hide: ONLY_UPDATE } };
		});

const isOptional = ({ required, requiredWhen, fromText }: SettingField) =>
	fromText === true || (!required && !requiredWhen);

/** The collection of a network's other settings, if any; in Update, including the required ones. */
function collectedFields(provider: Network): INodeProperties[] {
	const others = provider.fields.filter((setting) => !isPrimary(setting));
	const required = provider.fields.filter((setting) => isPrimary(setting) && !isOptional(setting));
	const onlyUpdate = { show: ONLY_UPDATE };
	const options = [...others, ...required]
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
		// Collections show all their fields as optional.
		.map((setting) => ({
			...formField(setting, provider),
			required: undefined,
			displayOptions: others.length > 0 && required.includes(setting) ? onlyUpdate : undefined,
		}));
	if (options.length === 0) return [];
	const collection = moreSettings(options);
	return [others.length > 0 ? collection : { ...collection, displayOptions: onlyUpdate }];
}
