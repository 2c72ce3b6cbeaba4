import { isEmpty, unwrapLocator } from '../common/value';
import type { SettingField } from '../networks/networkTypes';

/** True if a value is neither empty nor the default. A setting without a default is off. */
export const differsFromDefault = (
	{ default: preset = false }: Partial<Pick<SettingField, 'default'>>,
	value: unknown,
): boolean => !isEmpty(value) && value !== unwrapLocator(preset);
