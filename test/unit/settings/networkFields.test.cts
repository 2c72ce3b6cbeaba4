import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { createNetworkFields, OTHER_NETWORK } from '../../../nodes/Postiz/settings/networkFields';
import { networkOptions } from '../../../nodes/Postiz/channels/channelFields';
import { ENTRY_KEY } from '../../../nodes/Postiz/settings/buildSettings';
import { findNetwork, allNetworks } from '../../../nodes/Postiz/networks';
import { isPrimary } from '../../../nodes/Postiz/networks/settingFields';
import { Postiz } from '../../../nodes/Postiz/Postiz.node.ts';
import { networkForms, formatFormTitle } from '../../networks/forms.cjs';
import { listShownFields } from '../../shared/operationForm.cjs';

describe('the form', () => {
	const form = createNetworkFields();
	const listNetworkFields = (identifier: string, operation = 'create') =>
		listShownFields(operation, form).filter((property) => {
			const { provider } = property.displayOptions?.show ?? {};
			return provider?.includes(identifier);
		});
	const isPicker = ({ type }: INodeProperties) =>
		['resourceLocator', 'multiOptions'].includes(type);

	test.each(allNetworks.map((network) => [network.displayName, network] as const))(
		'lists required fields of %s first, then pickers, then settings',
		(_name, { identifier, fields: declared }) => {
			const fields = listNetworkFields(identifier);
			const ranks = fields.map(({ name, required }) =>
				name === 'settings' ? 3 : required ? 1 : 2,
			);
			expect(ranks).toEqual([...ranks].sort());
			// Fields that default to the first line of the text aren't required.
			const fromText = declared
				.filter((field) => field.defaultsToFirstLine)
				.map(({ name }) => name);
			const required = fields.filter(({ required }) => required).map(({ name }) => name);
			expect(required.filter((name) => fromText.includes(name))).toEqual([]);

			const beside = declared.filter(isPrimary);
			const optional = declared.filter((field) => !isPrimary(field));
			const settings = fields.find(({ name }) => name === 'settings');
			const sortNames = (list: Array<{ name: string }>) => list.map(({ name }) => name).sort();
			expect(sortNames(fields.filter((property) => property !== settings))).toEqual(
				sortNames(beside),
			);
			expect(sortNames((settings?.options ?? []) as INodeProperties[])).toEqual(
				sortNames(optional),
			);
			// Within More Settings, a list can't see the fields beside it; lists of other channels don't have to.
			expect(optional.filter((field) => isPicker(field) && !field.channelNetworks)).toEqual([]);
		},
	);

	test.each(allNetworks.map((network) => [network.displayName, network] as const))(
		'offers every setting of %s in an update, without defaults or required ones',
		(_name, { identifier, fields: declared }) => {
			const fields = listNetworkFields(identifier, 'update');
			const beside = fields.filter(({ name }) => name !== 'settings');
			const { options = [] } = fields.find(({ name }) => name === 'settings') ?? {};
			const more = options as INodeProperties[];
			const names = [...beside, ...more].map(({ name }) => name);
			expect(names.sort()).toEqual(declared.map(({ name }) => name).sort());
			const isBlank = ({ default: preset }: INodeProperties) =>
				['""', '[]', '{}', '{"mode":"list","value":""}'].includes(JSON.stringify(preset));
			expect(beside.filter((property) => property.required || !isBlank(property))).toEqual([]);
			expect(more.filter(({ required }) => required)).toEqual([]);
		},
	);

	test('calls the methods of the pickers, and loads options again when the channel changes', () => {
		const label = listNetworkFields('skool').find(({ name }) => name === 'label')!;
		expect(label.modes?.map(({ name, typeOptions }) => [name, typeOptions])).toEqual([
			['list', { searchListMethod: 'skoolLabel', searchable: true }],
			['id', undefined],
		]);
		const tags = listNetworkFields('wordpress').find(({ name }) => name === 'tags')!;
		expect(tags.typeOptions).toEqual({
			loadOptionsMethod: 'wordpressTagsList',
			loadOptionsDependsOn: ['channels', 'postId.value', '&integrationId.value'],
		});
	});

	test('shows a field only while another one requires it, inside groups too', () => {
		const group = listNetworkFields('mewe').find(({ name }) => name === 'group')!;
		expect(group.displayOptions?.show).toEqual({ provider: ['mewe'], postType: ['group'] });
		const subreddits = listNetworkFields('reddit').find(({ name }) => name === 'subreddit')!;
		const [entry] = subreddits.options as Array<{ name: string; values: INodeProperties[] }>;
		expect(entry.name).toBe(ENTRY_KEY);
		const conditions = entry.values.map(({ name, displayOptions }) => [name, displayOptions?.show]);
		expect(conditions).toContainEqual(['url', { type: ['link'] }]);
		expect(conditions).toContainEqual(['flair', { is_flair_required: [true] }]);
	});

	test('says where a missing title comes from', () => {
		const titles = allNetworks.flatMap(({ identifier, fields: declared }) =>
			declared
				.filter(({ defaultsToFirstLine }) => defaultsToFirstLine)
				.map(({ name }) =>
					listNetworkFields(identifier).find((property) => property.name === name),
				),
		);
		expect(titles.length).toBeGreaterThanOrEqual(8);
		for (const title of titles) {
			expect(title?.description).toMatch(
				/\. If empty, a new post takes the first line of its text\.$/,
			);
		}
	});
});

test('offers every network by its name', () => {
	expect(networkOptions.map(({ value }) => findNetwork(String(value)))).toEqual(allNetworks);
	expect(networkOptions.map(({ name }) => name)).toEqual(
		allNetworks.map(({ displayName, searchWords = [] }) =>
			[displayName, ...searchWords.map((word) => `(${word})`)].join(' '),
		),
	);
});

test('gives the entry for other networks a value that no network has', () => {
	expect(findNetwork(OTHER_NETWORK)).toBeUndefined();
});

test.each(networkForms.map((form) => [formatFormTitle(form), form] as const))(
	'%s: n8n saves all that was entered when channels and time are expressions',
	(_title, { network: identifier, form }) => {
		const { description } = new Postiz();
		const network = [{ ...form, provider: identifier } as INodeParameters];
		const entered = {
			resource: 'post',
			operation: 'create',
			channels: '={{ $json.channels }}',
			type: "={{ $json.date ? 'schedule' : 'now' }}",
			networkSettings: { network },
		};
		const { properties } = description;
		const saved = NodeHelpers.getNodeParameters(
			properties,
			entered,
			true,
			false,
			null,
			description,
		);
		expect(saved).toMatchObject(entered);
	},
);
