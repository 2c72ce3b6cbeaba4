/** Calls the methods of the node as n8n's editor does: to fill a list, and to test a credential. */
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	Workflow,
	type INode,
	type INodeCredentialTestResult,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';

import {
	createAdditionalData,
	createCredentialData,
	createCredentialReferences,
	createNodeTypes,
	nodeTypes,
	POSTIZ,
	type NodeRunOptions,
} from './harness.cjs';

export interface PickerOptions extends Pick<
	NodeRunOptions,
	'service' | 'authentication' | 'credentials'
> {
	/** The current values of the form. */
	parameters?: INodeParameters;
	/** The current field, such as `parameters.networkSettings.network[0].integrationId`. */
	path?: string;
	/** That of the workflow. */
	timezone?: string;
}

function createPickerContext(options: PickerOptions): LoadOptionsContext {
	const { parameters = {}, path = 'parameters', authentication = 'apiKey', timezone } = options;
	const credentials = createCredentialData(options);
	const node: INode = {
		id: 'node',
		name: 'Temp-Node',
		type: POSTIZ,
		typeVersion: 1,
		position: [0, 0],
		parameters: { authentication, ...parameters },
		credentials: createCredentialReferences(credentials),
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: createNodeTypes(),
		settings: { timezone },
	});
	const additionalData = createAdditionalData(credentials);
	additionalData.currentNodeParameters = node.parameters;
	return new LoadOptionsContext(workflow, node, additionalData, path);
}

/** The rows of a searchable picker for a search. Throws what the method throws. */
export async function callListSearch(
	method: string,
	options: PickerOptions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const { listSearch } = nodeTypes[POSTIZ].methods!;
	return await listSearch![method].call(createPickerContext(options), filter);
}

/** The rows of a drop-down list. Throws what the method throws. */
export async function callLoadOptions(
	method: string,
	options: PickerOptions,
): Promise<INodePropertyOptions[]> {
	const { loadOptions } = nodeTypes[POSTIZ].methods!;
	return await loadOptions![method].call(createPickerContext(options));
}

/** What the Test button of a credential shows. */
export async function testCredential(
	options: Pick<NodeRunOptions, 'service' | 'authentication' | 'credentials'>,
): Promise<INodeCredentialTestResult> {
	const data = createCredentialData(options);
	const [type] = Object.keys(data);
	const { description, methods } = nodeTypes[POSTIZ];
	const testedBy = description.credentials!.find(({ name }) => name === type)!.testedBy as string;
	const context = new CredentialTestContext(createAdditionalData(data));
	return await methods!.credentialTest![testedBy].call(context, {
		id: type,
		name: type,
		type,
		data: data[type],
	});
}
