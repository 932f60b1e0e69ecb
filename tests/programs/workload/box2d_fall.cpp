// box2d_fall.cpp: a pile of boxes, balls and polygons that falls on uneven ground, a bridge, a
// car, a rope and joints of every kind. Prints where things lie at the end.
#include "box2d/b2_rope.h"
#include "box2d/box2d.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>

namespace {

class Listener : public b2ContactListener {
public:
  void BeginContact(b2Contact *) override { Begun++; }
  void EndContact(b2Contact *) override { Ended++; }
  int Begun = 0;
  int Ended = 0;
};

class NearestHit : public b2RayCastCallback {
public:
  float ReportFixture(b2Fixture *, const b2Vec2 &, const b2Vec2 &,
                      float Fraction) override {
    Nearest = Fraction;
    return Fraction;
  }
  float Nearest = 1;
};

class Counter : public b2QueryCallback {
public:
  bool ReportFixture(b2Fixture *) override { return ++Count < 20; }
  int Count = 0;
};

b2Body *addBody(b2World &World, b2BodyType Type, float X, float Y,
                const b2Shape &Shape, bool IsBullet = false) {
  b2BodyDef Def;
  Def.type = Type;
  Def.position.Set(X, Y);
  Def.bullet = IsBullet;
  b2Body *Body = World.CreateBody(&Def);
  b2FixtureDef Fixture;
  Fixture.shape = &Shape;
  Fixture.density = 1;
  Fixture.friction = 0.4f;
  Fixture.restitution = 0.2f;
  Body->CreateFixture(&Fixture);
  return Body;
}

b2PolygonShape box(float Width, float Height) {
  b2PolygonShape Shape;
  Shape.SetAsBox(Width, Height);
  return Shape;
}

b2CircleShape ball(float Radius) {
  b2CircleShape Shape;
  Shape.m_radius = Radius;
  return Shape;
}

b2Body *addGround(b2World &World) {
  b2Vec2 Points[40];
  for (int I = 0; I < 40; I++)
    Points[I].Set(40.0f - 2 * I, (I * 7 % 5) * 0.3f);
  b2ChainShape Chain;
  Chain.CreateChain(Points, 40, b2Vec2(42, 5), b2Vec2(-42, 5));
  b2Body *Ground = addBody(World, b2_staticBody, 0, 0, Chain);
  b2EdgeShape Edge;
  Edge.SetTwoSided(b2Vec2(-40, 0), b2Vec2(-40, 30));
  Ground->CreateFixture(&Edge, 0);
  return Ground;
}

void addPile(b2World &World) {
  for (int Row = 0; Row < 8; Row++)
    for (int I = 0; I < 8 - Row; I++)
      addBody(World, b2_dynamicBody, 1.2f * I + 0.6f * Row, 2 + 1.2f * Row,
              box(0.5f, 0.5f));
  const b2Vec2 Corners[] = {{-0.6f, 0}, {0.6f, 0}, {0.3f, 0.7f}, {-0.2f, 0.8f}};
  b2PolygonShape Polygon;
  Polygon.Set(Corners, 4);
  for (int I = 0; I < 10; I++) {
    addBody(World, b2_dynamicBody, -10.0f + I, 6.0f + I, ball(0.4f));
    addBody(World, b2_dynamicBody, -8.0f + I, 12.0f + I, Polygon);
  }
  b2Body *Bullet = addBody(World, b2_dynamicBody, -35, 4, ball(0.2f), true);
  Bullet->SetLinearVelocity(b2Vec2(300, 10));
}

void addJoints(b2World &World, b2Body *Ground) {
  b2Body *A = addBody(World, b2_dynamicBody, 15, 12, box(1, 0.3f));
  b2Body *B = addBody(World, b2_dynamicBody, 18, 12, box(1, 0.3f));
  b2Body *C = addBody(World, b2_dynamicBody, 21, 12, ball(0.6f));
  b2Body *D = addBody(World, b2_dynamicBody, 24, 12, box(0.5f, 1));
  b2RevoluteJointDef Revolute;
  Revolute.Initialize(Ground, A, A->GetPosition());
  Revolute.enableMotor = true;
  Revolute.motorSpeed = 2;
  Revolute.maxMotorTorque = 100;
  Revolute.enableLimit = true;
  Revolute.lowerAngle = -1;
  Revolute.upperAngle = 1;
  b2Joint *First = World.CreateJoint(&Revolute);
  b2PrismaticJointDef Prismatic;
  Prismatic.Initialize(Ground, B, B->GetPosition(), b2Vec2(0, 1));
  Prismatic.enableLimit = true;
  Prismatic.lowerTranslation = -2;
  Prismatic.upperTranslation = 2;
  b2Joint *Second = World.CreateJoint(&Prismatic);
  b2GearJointDef Gear;
  Gear.bodyA = A;
  Gear.bodyB = B;
  Gear.joint1 = First;
  Gear.joint2 = Second;
  World.CreateJoint(&Gear);
  b2DistanceJointDef Distance;
  Distance.Initialize(B, C, B->GetPosition(), C->GetPosition());
  b2LinearStiffness(Distance.stiffness, Distance.damping, 3, 0.5f, B, C);
  World.CreateJoint(&Distance);
  b2WeldJointDef Weld;
  Weld.Initialize(C, D, D->GetPosition());
  World.CreateJoint(&Weld);
  b2Body *E = addBody(World, b2_dynamicBody, 28, 12, box(0.5f, 0.5f));
  b2Body *F = addBody(World, b2_dynamicBody, 31, 12, box(0.5f, 0.5f));
  b2PulleyJointDef Pulley;
  Pulley.Initialize(E, F, b2Vec2(28, 20), b2Vec2(31, 20), E->GetPosition(),
                    F->GetPosition(), 1.5f);
  World.CreateJoint(&Pulley);
  b2FrictionJointDef Friction;
  Friction.Initialize(Ground, D, D->GetPosition());
  Friction.maxForce = 5;
  World.CreateJoint(&Friction);
  b2MotorJointDef Motor;
  Motor.Initialize(Ground, F);
  Motor.maxForce = 3;
  World.CreateJoint(&Motor);
  b2MouseJointDef Mouse;
  Mouse.bodyA = Ground;
  Mouse.bodyB = C;
  Mouse.target = C->GetPosition();
  Mouse.maxForce = 50;
  b2LinearStiffness(Mouse.stiffness, Mouse.damping, 5, 0.7f, Ground, C);
  World.CreateJoint(&Mouse);
}

void addCar(b2World &World) {
  b2Body *Chassis = addBody(World, b2_dynamicBody, -25, 4, box(1.5f, 0.4f));
  for (const float X : {-26.0f, -24.0f}) {
    b2Body *Wheel = addBody(World, b2_dynamicBody, X, 3.4f, ball(0.5f));
    b2WheelJointDef Def;
    Def.Initialize(Chassis, Wheel, Wheel->GetPosition(), b2Vec2(0, 1));
    Def.motorSpeed = -20;
    Def.maxMotorTorque = 20;
    Def.enableMotor = true;
    b2LinearStiffness(Def.stiffness, Def.damping, 4, 0.7f, Chassis, Wheel);
    World.CreateJoint(&Def);
  }
}

void addRope(b2Rope &Rope) {
  b2Vec2 Points[12];
  float Masses[12];
  for (int I = 0; I < 12; I++) {
    Points[I].Set(0.5f * I, 10);
    Masses[I] = I ? 1 : 0;
  }
  b2RopeDef Def;
  Def.vertices = Points;
  Def.masses = Masses;
  Def.count = 12;
  Def.gravity.Set(0, -10);
  Rope.Create(Def);
}

void printEnd(b2World &World, const Listener &Contacts) {
  int Awake = 0;
  for (const b2Body *Body = World.GetBodyList(); Body; Body = Body->GetNext()) {
    Awake += Body->IsAwake();
    std::printf("%.4f %.4f %.4f\n", Body->GetPosition().x, Body->GetPosition().y,
                Body->GetAngle());
  }
  std::printf("%d awake, %d begun, %d ended, tree %d high\n", Awake,
              Contacts.Begun, Contacts.Ended, World.GetTreeHeight());
}

} // namespace

// The number of steps; for benchmarks.
int main(int Count, char **Arguments) {
  const int Steps = Count > 1 ? std::atoi(Arguments[1]) : 240;
  b2World World(b2Vec2(0, -10));
  Listener Contacts;
  World.SetContactListener(&Contacts);
  b2Body *Ground = addGround(World);
  addPile(World);
  addJoints(World, Ground);
  addCar(World);
  b2Rope Rope;
  addRope(Rope);
  b2RopeTuning Tuning;
  NearestHit Hit;
  Counter Found;
  for (int Step = 0; Step < Steps; Step++) {
    World.Step(1 / 60.0f, 8, 3);
    Rope.Step(1 / 60.0f, 4, b2Vec2(0, 10));
    World.RayCast(&Hit, b2Vec2(-30, 3), b2Vec2(30, 3));
    b2AABB Box;
    Box.lowerBound.Set(-5, 0);
    Box.upperBound.Set(5, 5);
    World.QueryAABB(&Found, Box);
    if (Step == 120)
      World.ShiftOrigin(b2Vec2(1, 0));
    if (Step == 200)
      World.DestroyBody(World.GetBodyList());
  }
  printEnd(World, Contacts);
  std::printf("%.4f %d\n", Hit.Nearest, Found.Count);
  return 0;
}
