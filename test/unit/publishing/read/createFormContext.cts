import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { createFake } from '../../../shared/fakes.cjs';

/** The context of a form with these parameters, the same for every item. */
export function createFormContext(parameters: IDataObject, items = 1): IExecuteFunctions {
	return createFake<IExecuteFunctions>({
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getTimezone: () => 'Europe/Berlin',
		getNode: () => ({ type: 'n8n-nodes-postiz-publisher.postiz', parameters }),
		getNodeParameter: (path: string, _itemIndex: number, fallback?: unknown) => {
			const value = path
				.split('.')
				.reduce<unknown>((found, key) => (Object(found) as IDataObject)[key], parameters);
			return value === undefined ? fallback : value;
		},
	});
}
