import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { PostizApi } from '../../credentials/PostizApi.credentials';
import { PostizOAuth2Api } from '../../credentials/PostizOAuth2Api.credentials';
import { Postiz } from '../../nodes/Postiz/Postiz.node.ts';
import { PostizTrigger } from '../../nodes/PostizTrigger/PostizTrigger.node.ts';
import { listShownFields } from './operationForm.cjs';

/** All names in saved workflows: the parameters and choices of all nodes and credentials, in order. */
export function listSavedNames(): string[] {
	const nodes = [new Postiz(), new PostizTrigger()];
	const all = [
		...nodes.flatMap(({ description: { name, properties } }) => listNames(properties, name)),
		...[new PostizApi(), new PostizOAuth2Api()].flatMap(({ name, properties }) =>
			listNames(properties, name),
		),
	];
	return [...new Set(all)].sort();
}

function listNames(properties: INodeProperties[], place: string): string[] {
	return properties
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, type, options = [], modes = [], displayOptions }) => {
			// Parameters of an operation are separate, even if another one has the same name.
			const { resource = [], operation = [] } = displayOptions?.show ?? {};
			const owners = resource.flatMap((noun) =>
				operation.map((verb) => ({
					path: `${place} ${String(noun)}.${String(verb)} ${name}`,
					verb,
				})),
			);
			const own = owners.length > 0 ? owners : [{ path: `${place} ${name}`, verb: undefined }];
			return own.flatMap(({ path, verb }) => [
				path,
				...modes.map((mode) => `${path} by ${mode.name}`),
				...options.flatMap((option) => {
					const listInner = (fields: INodeProperties[]) =>
						verb === undefined ? fields : listShownFields(String(verb), fields);
					if ('values' in option)
						return listNames(listInner(option.values), `${path}.${option.name}`);
					if (type === 'collection') return listNames(listInner([option as INodeProperties]), path);
					return [`${path} = ${String((option as INodePropertyOptions).value)}`];
				}),
			]);
		});
}
