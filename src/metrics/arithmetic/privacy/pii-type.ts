/** The types of personal data to detect, with the confidence and severity of a detection. */

export const piiTypes = [
  "email",
  "phone_us",
  "ssn",
  "credit_card",
  "ip_address",
  "street_address",
  "zip_code",
  "date_of_birth",
  "passport",
  "drivers_license",
  "person_name",
] as const;
export type PiiType = (typeof piiTypes)[number];

export type PiiRisk = "high" | "medium" | "low";

export interface PiiKind {
  readonly confidence: number;
  readonly severity: number;
  readonly risk: PiiRisk;
}

/** The table of types; its order decides between detections that start at the same position. */
export const piiKinds: Readonly<Record<PiiType, PiiKind>> = {
  email: { confidence: 0.95, severity: 0.7, risk: "medium" },
  phone_us: { confidence: 0.9, severity: 0.7, risk: "medium" },
  ssn: { confidence: 0.95, severity: 1, risk: "high" },
  credit_card: { confidence: 0.85, severity: 1, risk: "high" },
  ip_address: { confidence: 0.7, severity: 0.3, risk: "low" },
  street_address: { confidence: 0.75, severity: 0.6, risk: "medium" },
  zip_code: { confidence: 0.6, severity: 0.2, risk: "low" },
  date_of_birth: { confidence: 0.7, severity: 0.8, risk: "medium" },
  passport: { confidence: 0.6, severity: 0.9, risk: "high" },
  drivers_license: { confidence: 0.55, severity: 0.6, risk: "medium" },
  person_name: { confidence: 0.7, severity: 0.5, risk: "low" },
};
