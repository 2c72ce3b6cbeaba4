import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { channelField, createChannelModes, networkOptions } from '../channels/channelFields';
import { groupBy } from '../common/collections';
import { createLocatorModes, field, option, resetWhenChanged } from '../form/fieldBuilders';
import { allNetworks } from '../networks';
import type { Network, Picker, SettingField } from '../networks/networkTypes';
import { getPickerMethodName, isPicker, isPrimary } from '../networks/settingFields';
import { ENTRY_KEY } from './buildSettings';

/** The value of Network for networks that the node doesn't know. */
export const OTHER_NETWORK = 'other';

const OTHER_OPTION = option(
	'Other Network',
	OTHER_NETWORK,
	"A network that this node doesn't know yet",
);

const otherNetworkField = field.text('Network Identifier', 'providerIdentifier', {
	required: true,
	placeholder: 'e.g. bluesky',
	description: 'The identifier of the network, which Channel > Get Many returns as “network”',
	displayOptions: { show: { provider: [OTHER_NETWORK] } },
});

/** Converts a setting to an n8n property, shown depending on other fields. */
function toFormField(setting: SettingField, network: Network): INodeProperties {
	const { defaultsToFirstLine, channelNetworks, nested, requiredWhen, description } = setting;
	return {
		// The other properties are only used by this node.
		displayName: setting.displayName,
		name: setting.name,
		type: setting.type,
		typeOptions: setting.typeOptions,
		required: defaultsToFirstLine ? undefined : setting.required,
		default: setting.default,
		options: setting.options,
		placeholder: setting.placeholder,
		description: defaultsToFirstLine
			? appendSentence(description, 'If empty, a new post takes the first line of its text.')
			: description,
		...(channelNetworks && { typeOptions: { loadOptionsMethod: 'getChannelsAndGroups' } }),
		...(isPicker(setting) &&
			getPickerProperties(
				{ ...setting, description },
				getPickerMethodName(network.identifier, setting),
			)),
		...(nested && {
			placeholder: `Add ${nested.name}`,
			options: [
				{
					displayName: nested.name,
					name: ENTRY_KEY,
					values: nested.fields.map((inner) => toFormField(inner, network)),
				},
			],
		}),
		...(requiredWhen && {
			required: true,
			displayOptions: { show: requiredWhen as IDisplayOptions['show'] },
		}),
	};
}

/** In Update, no field is preset or required, as only entered values are changed. */
const IN_UPDATE = { '/operation': ['update'] };

const appendSentence = (description = '', sentence: string) =>
	`${description.replace(/\.?$/, '.')} ${sentence}`;

function getPickerProperties(setting: Picker, method: string): Partial<INodeProperties> {
	const {
		type,
		placeholder,
		description,
		channelTool,
		optionsLabel = channelTool,
		channelToolData = {},
	} = setting;
	const { requiresSearchText, manualModeLabel = 'ID' } = setting;
	const source = `From Channel > Look Up (${channelTool}).`;
	const described = { description: appendSentence(description, source) };
	if (type === 'multiOptions') {
		// The fields that determine the channel: the editor loads the list again whenever they change.
		const loadOptionsDependsOn = ['channels', 'postId.value', '&integrationId.value'];
		return { ...described, typeOptions: { loadOptionsMethod: method, loadOptionsDependsOn } };
	}
	const owners = Object.values(channelToolData).filter(({ optional }) => !optional);
	return {
		...described,
		// Placeholders belong to the mode for manual entry.
		placeholder: undefined,
		typeOptions: resetWhenChanged(...owners.map(({ field: name }) => `&${name}`)),
		...createLocatorModes(manualModeLabel, method, {
			prompt: requiresSearchText ? `Search for ${optionsLabel}…` : undefined,
			searchFilterRequired: requiresSearchText,
			placeholder,
		}),
	};
}

const createMoreSettings = (options: INodeProperties[]) =>
	field.collection('More Settings', 'settings', { placeholder: 'Add Setting', options });

/** The settings of networks without fields in the form. */
const settingsJsonField: INodeProperties = {
	...createMoreSettings([
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
	displayOptions: { show: { provider: [OTHER_NETWORK] } },
};

const customTextField = field.text('Custom Text', 'content', {
	displayOptions: { hide: IN_UPDATE },
	typeOptions: { rows: 2 },
	placeholder: 'Leave empty to post the same text',
	description: 'Text to post on this network instead of the text of all channels',
});

const onlyChannelField: INodeProperties = {
	...channelField,
	displayName: 'Limit to One Channel',
	required: false,
	...createChannelModes('All chosen channels of the network'),
	displayOptions: { hide: IN_UPDATE },
	description: 'The one channel to use these settings for. Channel > Get Many returns the IDs.',
};

/** The fields of an entry of Network Settings, generated from the registry. */
export function createNetworkFields(): INodeProperties[] {
	return [
		field.choice('Network', 'provider', {
			noDataExpression: true,
			description: 'The network of these settings. Items without a channel on it ignore them.',
			options: [...networkOptions, OTHER_OPTION],
		}),
		otherNetworkField,
		...[getRequiredFields, getOptionalFields, getMoreSettings].flatMap(mergeNetworkFields),
		settingsJsonField,
		customTextField,
		onlyChannelField,
	];
}

/** Merges properties of all networks: identical ones are shown for several networks. */
function mergeNetworkFields(getFields: (network: Network) => INodeProperties[]): INodeProperties[] {
	const all = allNetworks.flatMap((network) =>
		getFields(network).map((property) => ({ property, network: network.identifier })),
	);
	return groupBy(all, ({ property }) => JSON.stringify(property)).map((identical) => {
		const [{ property }] = identical;
		const networks = identical.map(({ network }) => network);
		const { displayOptions } = property;
		const show = { ...displayOptions?.show, provider: networks };
		return { ...property, displayOptions: { ...displayOptions, show } };
	});
}

const getPrimarySettings = ({ fields }: Network) => fields.filter(isPrimary);

/** The required fields, shown next to the network. */
const getRequiredFields = (network: Network) =>
	getPrimarySettings(network)
		.filter((setting) => !isOptional(setting))
		.map((setting) => {
			const property = toFormField(setting, network);
			return { ...property, displayOptions: { ...property.displayOptions, hide: IN_UPDATE } };
		});

/** The optional fields shown next to the network, such as pickers. */
const getOptionalFields = (network: Network) =>
	getPrimarySettings(network)
		.filter(isOptional)
		.map((setting) => toFormField(setting, network));

const isOptional = ({ required, requiredWhen, defaultsToFirstLine }: SettingField) =>
	defaultsToFirstLine === true || (!required && !requiredWhen);

/** The collection of a network's other settings, if any; in Update, including the required ones. */
function getMoreSettings(network: Network): INodeProperties[] {
	const others = network.fields.filter((setting) => !isPrimary(setting));
	const required = network.fields.filter((setting) => isPrimary(setting) && !isOptional(setting));
	const onlyUpdate = { show: IN_UPDATE };
	const options = [...others, ...required]
		.sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'))
		// Collections show all their fields as optional.
		.map((setting) => ({
			...toFormField(setting, network),
			required: undefined,
			displayOptions: others.length > 0 && required.includes(setting) ? onlyUpdate : undefined,
		}));
	if (options.length === 0) return [];
	const collection = createMoreSettings(options);
	return [others.length > 0 ? collection : { ...collection, displayOptions: onlyUpdate }];
}
