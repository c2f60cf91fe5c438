// One import stays one import: documents and date formats are part of what the coders, the controller and the plans
// show. A type alias for each type would not do: under `MemberImportVisibility` the members of a type are visible only
// where the module that declares them is imported.
@_exported public import DateCoding
@_exported public import LosslessJSON
