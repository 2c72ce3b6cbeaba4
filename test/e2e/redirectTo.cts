import type { INodeParameters } from 'n8n-workflow';

import type { ExternalServices } from '../shared/n8n/externalServices.cjs';
import type { NodeChange } from './exampleRuns.cjs';

/** Replaces the nodes of Google Sheets, Airtable and Google Drive with requests to the fakes of these services. */
export function redirectTo({ url }: ExternalServices): NodeChange {
	const createRequest = (parameters: INodeParameters) => ({
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		credentials: {},
		parameters: { options: {}, ...parameters },
	});
	return ({ type, parameters }) => {
		switch (type) {
			case 'n8n-nodes-base.googleSheets':
				if (parameters.operation === 'read') return createRequest({ url: `${url}/rows` });
				return createRequest(toWriteRequest(`${url}/rows`, parameters));
			case 'n8n-nodes-base.airtable': {
				if (parameters.operation !== 'search')
					return createRequest(toWriteRequest(`${url}/rows`, parameters));
				const [, field, value] = /^\{(\w+)\} = '(\w+)'$/.exec(String(parameters.filterByFormula))!;
				return createRequest({ url: `${url}/rows?${field}=${value}` });
			}
			case 'n8n-nodes-base.googleDrive': {
				const { value } = parameters.fileId as { value: string };
				const { binaryPropertyName } = parameters.options as { binaryPropertyName: string };
				const response = { responseFormat: 'file', outputPropertyName: binaryPropertyName };
				return createRequest({ url: value, options: { response: { response } } });
			}
			default:
				return {};
		}
	};
}

/** The parameters of a request that writes what a node would write into a row. */
function toWriteRequest(url: string, { operation, columns }: INodeParameters): INodeParameters {
	expect(operation).toBe('update');
	const { value } = columns as { value: Record<string, string> };
	const cells = Object.entries(value).map(([column, cell]) => {
		const [, expression = JSON.stringify(cell)] = /^=\{\{(.*)\}\}$/s.exec(cell) ?? [];
		return `${JSON.stringify(column)}: (${expression})`;
	});
	const jsonBody = `={{ JSON.stringify({ ${cells.join(', ')} }) }}`;
	return { url, method: 'POST', sendBody: true, specifyBody: 'json', jsonBody };
}
