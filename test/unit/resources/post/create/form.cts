import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

/** What a node reads of its form, filled in with these parameters for every item. */
export function formOf(parameters: IDataObject, items = 1): IExecuteFunctions {
	return {
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getTimezone: () => 'Europe/Berlin',
		getNodeParameter: (name: string, _itemIndex: number, fallback?: unknown) =>
			Object.hasOwn(parameters, name) ? parameters[name] : fallback,
	} as unknown as IExecuteFunctions;
}
