import { isEmpty, unwrapLocator } from '../common/value';
import type { SettingField } from '../networks/networkTypes';

/** True for a value that is neither empty nor the default, which is off for a setting without one. */
export const differsFromDefault = (
	{ default: preset = false }: Partial<Pick<SettingField, 'default'>>,
	value: unknown,
): boolean => !isEmpty(value) && value !== unwrapLocator(preset);
