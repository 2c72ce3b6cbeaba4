import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

export const readOptions = (context: IExecuteFunctions, itemIndex: number): IDataObject =>
	context.getNodeParameter('options', itemIndex, {}) as IDataObject;
