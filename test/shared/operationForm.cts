import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

type Option = INodeProperties | INodePropertyCollection | INodePropertyOptions;

/** The fields that the form of one operation shows, at any depth, without the conditions that say so. */
export function listShownFields(
	operation: string,
	properties: INodeProperties[],
): INodeProperties[] {
	const listOptionFields = (option: Option): Option[] => {
		if ('values' in option)
			return [{ ...option, values: listShownFields(operation, option.values) }];
		return 'type' in option ? listShownFields(operation, [option]) : [option];
	};
	return properties.flatMap((property) => {
		const { '/operation': shows = [operation], ...show } = property.displayOptions?.show ?? {};
		const { '/operation': hides = [], ...hide } = property.displayOptions?.hide ?? {};
		if (!shows.includes(operation) || hides.includes(operation)) return [];
		const options = property.options?.flatMap(listOptionFields) as INodeProperties['options'];
		return [{ ...property, options, displayOptions: { show, hide } }];
	});
}
