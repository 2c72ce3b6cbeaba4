import type { INodePropertyCollection, INodeType } from 'n8n-workflow';

import { defineNetwork } from '../../../nodes/Postiz/networks/defineNetwork';
import { setting } from '../../../nodes/Postiz/networks/settingBuilders';
import { wordpress } from '../../../nodes/Postiz/networks/declaredNetworks';

const moonbase = defineNetwork('Moonbase', 'moonbase', {
	maxLength: 40,
	fields: [
		wordpress.fields.find(({ name }) => name === 'title')!,
		setting.locator('Crater', 'crater_id', {
			required: true,
			channelTool: 'craters',
			description: 'Where on the moon to post',
		}),
		setting.text('Greeting', 'greeting', { maxLength: 10, description: 'What to say first' }),
	],
});

test('builds the form and a picker from the declaration of a new network', () => {
	const list = jest.requireActual<object>('../../../nodes/Postiz/networks/declaredNetworks');
	const longer = Object.defineProperty({ ...list, moonbase }, '__esModule', { value: true });
	jest.doMock('../../../nodes/Postiz/networks/declaredNetworks', () => longer);
	let node: INodeType | undefined;
	jest.isolateModules(() => {
		const { Postiz } = jest.requireActual<{ Postiz: new () => INodeType }>(
			'../../../nodes/Postiz/Postiz.node',
		);
		node = new Postiz();
	});
	const { description, methods } = node!;
	const settings = description.properties.find(({ name }) => name === 'networkSettings')!;
	const { values } = (settings.options as INodePropertyCollection[])[0]!;
	const choice = values.find(({ name }) => name === 'provider')!;
	expect(choice.options).toContainEqual({ name: 'Moonbase', value: 'moonbase' });

	const listShown = (network: string) =>
		values.filter(({ displayOptions }) => displayOptions?.show?.provider?.includes(network));
	const listShownNames = (network: string) =>
		listShown(network).map(({ displayName }) => displayName);
	const shown = listShown('moonbase');
	expect(listShownNames('moonbase')).toEqual(['Crater', 'Title', 'More Settings']);
	// A field that both have stands in its place for both.
	const wordpressNames = listShownNames('wordpress').filter((name) => /Title|Type/.test(name));
	expect(wordpressNames).toEqual(['Content Type', 'Title']);
	const [mode] = shown[0]!.modes!;
	expect(methods?.listSearch).toHaveProperty(mode!.typeOptions!.searchListMethod!);
});
